/* The runs of the checks of changes, without rows. */
CREATE OR REPLACE TABLE change_runs (
    "check" VARCHAR,
    title VARCHAR,
    severity VARCHAR,
    rank BIGINT,
    looked_at BIGINT,
    "unknown" BIGINT,
    unknown_reasons VARCHAR
)

/*
The checks that ran, for checks.csv.
*/
CREATE OR REPLACE TABLE checks_csv (
    number BIGINT,
    "check" VARCHAR,
    severity VARCHAR,
    title VARCHAR,
    outcome VARCHAR,
    found BIGINT,
    looked_at BIGINT,
    "unknown" BIGINT,
    error VARCHAR,
    confidence VARCHAR,
    engines VARCHAR,
    how_to_fix_it VARCHAR,
    unknown_reasons VARCHAR
)

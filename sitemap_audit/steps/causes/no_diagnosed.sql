/* One row per finding and diagnosis that explains it. Without rows. */
CREATE OR REPLACE TABLE diagnosed (
    diagnosis VARCHAR,
    certainty VARCHAR,
    has_advice BOOLEAN,
    finding_id VARCHAR,
    subject VARCHAR,
    url VARCHAR,
    total BIGINT,
    statement VARCHAR,
    correction VARCHAR,
    "where" VARCHAR,
    fix VARCHAR,
    change_url VARCHAR,
    "action" VARCHAR,
    place VARCHAR,
    "from" VARCHAR,
    "to" VARCHAR
)

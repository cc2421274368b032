/* The groups of changes, without rows. */
CREATE OR REPLACE TABLE change_causes (
    "check" VARCHAR,
    state VARCHAR,
    severity VARCHAR,
    kind VARCHAR,
    cause_by VARCHAR,
    cause VARCHAR,
    urls BIGINT,
    unit VARCHAR,
    url VARCHAR,
    sitemap_url VARCHAR,
    related_url VARCHAR,
    observed VARCHAR,
    expected VARCHAR,
    fix VARCHAR
)

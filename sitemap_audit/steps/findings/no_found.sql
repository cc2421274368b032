/*
The findings as the queries of the checks return them: the name of the check, and the columns that
its query may give. Without rows.
*/
CREATE OR REPLACE TABLE found (
    "check" VARCHAR,
    url VARCHAR,
    sitemap_url VARCHAR,
    related_url VARCHAR,
    line BIGINT,
    observed VARCHAR,
    expected VARCHAR,
    fix VARCHAR,
    kind VARCHAR,
    change_url VARCHAR,
    "action" VARCHAR,
    place VARCHAR,
    "from" VARCHAR,
    "to" VARCHAR
)

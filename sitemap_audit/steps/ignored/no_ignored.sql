/*
One row per finding that a rule of `--ignore-file` leaves out, with the number of the rule. Without
rows: there are no rules.
*/
CREATE OR REPLACE TABLE ignored_findings (
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
    "to" VARCHAR,
    finding_id VARCHAR,
    "change" VARCHAR,
    number BIGINT,
    rule VARCHAR
)

/*
One row per check with findings in one of two audits, as in `issue_changes`. Without rows: there is no
previous audit.
*/
CREATE OR REPLACE TABLE issue_changes (
    "check" VARCHAR,
    severity VARCHAR,
    unit VARCHAR,
    before BIGINT,
    fixed BIGINT,
    new BIGINT,
    now BIGINT,
    not_compared_before BIGINT,
    not_compared_now BIGINT,
    more BIGINT
)

/*
One row per check, with that on which its findings rest: what decides whether two audits can be
compared. At first without rows.
*/
CREATE OR REPLACE TABLE rests (
    "check" VARCHAR,
    on_named BOOLEAN,
    on_entry BOOLEAN,
    is_rendered BOOLEAN,
    is_medium BOOLEAN,
    ends_with_entry BOOLEAN,
    on_pair BOOLEAN,
    on_previous BOOLEAN,
    is_same_scope BOOLEAN,
    unit VARCHAR
)

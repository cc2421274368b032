/*
One row per check of changes. `change`: that of findings that it tells: new | back | resolved.
`state`: what its changes are then: new | back | fixed. Without rows.
*/
CREATE OR REPLACE TABLE change_states (
    "check" VARCHAR,
    state VARCHAR,
    "change" VARCHAR,
    severe_at_home BOOLEAN
)

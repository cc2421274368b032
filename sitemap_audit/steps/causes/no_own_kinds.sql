/*
One row per kind of a check's findings that follows from none but those that explain URLs. Without
rows.
*/
CREATE OR REPLACE TABLE own_kinds ("check" VARCHAR, kind VARCHAR)

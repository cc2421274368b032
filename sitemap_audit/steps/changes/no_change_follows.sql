/* One row per check of changes and check that tells of them instead. Without rows. */
CREATE OR REPLACE TABLE change_follows ("check" VARCHAR, cause VARCHAR)

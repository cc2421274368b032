/* One row per check and check of which its findings can be a consequence. Without rows. */
CREATE OR REPLACE TABLE check_follows ("check" VARCHAR, cause VARCHAR)

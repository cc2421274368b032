/*
One row per origin of this audit that stands for one of the previous audit. At first without rows.
*/
CREATE OR REPLACE TABLE mapped_origins (previous_origin VARCHAR, origin VARCHAR)

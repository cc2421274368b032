/*
One row per check and check that reports its fault instead where it is worse. At first without rows.
*/
CREATE OR REPLACE TABLE worse_checks ("check" VARCHAR, worse VARCHAR)

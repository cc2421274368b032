/*
One row per finding to look up by its ID. At first without rows.
*/
CREATE OR REPLACE TABLE wanted_findings (finding_id VARCHAR)

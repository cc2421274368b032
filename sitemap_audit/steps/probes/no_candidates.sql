/*
One row per URL that may be requested. At first without rows.
*/
CREATE OR REPLACE TABLE probe_candidates (url_key BIGINT)

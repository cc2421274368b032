/*
One row per URL to look up. At first without rows.
*/
CREATE OR REPLACE TABLE wanted_urls (url_key BIGINT)

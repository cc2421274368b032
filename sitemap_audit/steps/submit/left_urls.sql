/*
One row per URL that the last submission left.
*/
CREATE OR REPLACE TABLE left_urls (url VARCHAR)

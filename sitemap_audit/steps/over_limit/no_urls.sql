/*
One row per listed URL that was not requested because of the limit of URLs; no row if the limit was
not reached. As many listed URLs as the limit allows are not over it, in the order of their sitemaps
and positions. At first without rows.
*/
CREATE OR REPLACE TABLE over_limit (url_key BIGINT)

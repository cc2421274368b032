/*
One row per listed or linked URL that the options leave out; `reason`: not-included | excluded |
not-in-sitemap | filtered | not-sampled | not-modified. At first without rows.
*/
CREATE OR REPLACE TABLE left_out (url_key BIGINT, reason VARCHAR)

/*
One row per URL that was requested, and whether its response does not speak against its base URL.
*/
SELECT
    sitemap_url,
    url,
    listed_url IS NULL OR is_indexable AS is_right
FROM base_probes

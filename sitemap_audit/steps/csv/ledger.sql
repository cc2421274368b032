/*
One row per loc that was read, with what became of it.
*/
SELECT
    sitemap_url,
    position,
    loc,
    url,
    outcome
FROM ledger
ORDER BY sitemap_url, position

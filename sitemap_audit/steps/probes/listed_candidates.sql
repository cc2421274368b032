/*
One row per such URL that a sitemap lists.
*/
SELECT DISTINCT url
FROM entries
WHERE url_key IN (SELECT probe_candidates.url_key FROM probe_candidates)

/*
---
row: pair
rests_on: named
---
One row per step from a requested sitemap to the next one (`from_key`, `to_key`): an entry of a
sitemap index, or a redirect.
*/
SELECT
    sitemaps.url_key AS from_key,
    entries.url_key AS to_key
FROM entries
INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
WHERE entries.kind = 'sitemap' AND entries.url_key IS NOT NULL
UNION
SELECT
    url_key AS from_key,
    redirect_key AS to_key
FROM sitemaps
WHERE redirect_key IS NOT NULL

/*
---
row: file
rests_on: named
---
One row per sitemap with a lastmod: how many entries have one, how many different ones there are,
and how many entries have news.
*/
SELECT
    sitemap_id,
    MIN(sitemap_url) AS sitemap_url,
    COUNT(lastmod_at) AS dated,
    COUNT(DISTINCT lastmod_at) AS dates,
    MIN(lastmod) AS lastmod,
    SUM(news) AS news
FROM entries
WHERE kind = 'url'
GROUP BY sitemap_id
HAVING COUNT(lastmod_at) > 0

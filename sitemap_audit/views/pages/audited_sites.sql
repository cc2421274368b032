/*
---
row: host
rests_on: others
---
One row per site (registrable domain) that has a listed page or the homepage of an audit. All other
sites belong to third parties: if they refuse a request, this may apply to this audit only.
*/
WITH own_pages AS (
    SELECT COALESCE(pages.site, SPLIT_PART(pages.url, '/', 3)) AS place
    FROM pages
    LEFT JOIN listed ON pages.url_key = listed.url_key
    WHERE listed.url_key IS NOT NULL OR pages.role IN ('listed', 'home')
    UNION ALL
    SELECT REGEXP_REPLACE(SPLIT_PART(page_url, '/', 3), '^www[.]', '') AS place
    FROM media
    WHERE page_url IS NOT NULL
)

SELECT REGEXP_REPLACE(place, ':[0-9]+$', '') AS site
FROM own_pages
GROUP BY REGEXP_REPLACE(place, ':[0-9]+$', '')

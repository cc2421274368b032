/*
---
row: host
rests_on: others
---
One row per host and main text that two or more listed pages have, translations excluded. `pages`:
their number; URLs that differ only by a common slip (slash, protocol, www, case) count once.
*/
SELECT
    listed_pages.host,
    pages.text_hash,
    COUNT(DISTINCT pages.url_near_key) AS pages
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.state = 'ok' AND pages.parsed AND pages.words > 0 AND pages.alternates = 0
GROUP BY listed_pages.host, pages.text_hash
HAVING COUNT(DISTINCT pages.url_near_key) >= 2

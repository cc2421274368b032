/*
---
row: url
rests_on: others
---
One row per URL of a link crawl (`--crawl`) that an internal link leads to and that no sitemap lists,
homepages left out.
*/
SELECT DISTINCT
    target.url,
    target.url_key,
    target.url_near_key
FROM link_targets AS target
LEFT JOIN listed ON target.url_key = listed.url_key
WHERE listed.url_key IS NULL AND NOT REGEXP_MATCHES(target.url, '^https?://[^/]+/$')

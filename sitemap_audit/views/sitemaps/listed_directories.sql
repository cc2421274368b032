/*
---
row: directory
rests_on: others
---
One row per directory with listed URLs, with the first sitemap that lists one: the first directory
of the path, behind that of a language. `host_sitemap_url`: the first sitemap that lists a URL of
its host. URLs that return 404 or 410 do not count: their sitemap may be an old one.
*/
WITH directories AS (
    SELECT
        SPLIT_PART(listed.url, '/', 3) AS host,
        REGEXP_EXTRACT(listed.url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
            AS directory,
        MIN(listed.sitemap_url) AS sitemap_url
    FROM listed
    LEFT JOIN pages ON listed.url_key = pages.url_key
    WHERE COALESCE(pages.status, 0) NOT IN (404, 410)
    GROUP BY
        SPLIT_PART(listed.url, '/', 3),
        REGEXP_EXTRACT(listed.url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
)

SELECT
    host,
    directory,
    sitemap_url,
    MIN(sitemap_url) OVER (PARTITION BY host) AS host_sitemap_url
FROM directories

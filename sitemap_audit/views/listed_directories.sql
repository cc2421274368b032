/*
One row per directory with listed URLs, with the first sitemap that lists one: the first directory
of the path, behind that of a language. `host_sitemap_url`: the first sitemap that lists a URL of
its host.
*/
WITH directories AS (
    SELECT
        SPLIT_PART(url, '/', 3) AS host,
        REGEXP_EXTRACT(url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
            AS directory,
        MIN(sitemap_url) AS sitemap_url
    FROM listed
    GROUP BY
        SPLIT_PART(url, '/', 3),
        REGEXP_EXTRACT(url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
)

SELECT
    host,
    directory,
    sitemap_url,
    MIN(sitemap_url) OVER (PARTITION BY host) AS host_sitemap_url
FROM directories

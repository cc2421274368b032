/*
---
row: file
rests_on: others
---
One row per sitemap and origin of its URLs, if most of those that were requested (at least five)
return 404 or 410, or their host does not exist or has a private IP address. `urls`: requested ones;
`missing`: those without a page. `family`: the same for sitemaps whose URLs differ in numbers only:
they are likely to have the same base URL.
*/
WITH absent AS (
    SELECT DISTINCT origin
    FROM robots
    WHERE error IN ('dns', 'no-address') AND redirects = 0
),

requested AS (
    SELECT
        pages.url_key,
        pages.status,
        CASE
            WHEN pages.error = 'robots-unreachable' AND absent.origin IS NOT NULL THEN 'dns'
            ELSE pages.error
        END AS error
    FROM pages
    LEFT JOIN absent ON REGEXP_EXTRACT(pages.url, '^https?://[^/]+') = absent.origin
    WHERE pages.challenge IS NULL
),

counted AS (
    SELECT
        entries.sitemap_id,
        REGEXP_EXTRACT(entries.url, '^https?://[^/]+') AS origin,
        COUNT(*) AS urls,
        COUNT(DISTINCT CASE
            WHEN
                pages.status IN (404, 410)
                OR pages.error IN ('dns', 'no-address', 'private-address')
                THEN pages.url_key
        END) AS missing
    FROM entries
    INNER JOIN requested AS pages ON entries.url_key = pages.url_key
    WHERE
        entries.kind = 'url'
        AND (
            pages.status IS NOT NULL
            OR pages.error IN ('dns', 'no-address', 'private-address')
        )
    GROUP BY entries.sitemap_id, origin
)

SELECT
    counted.sitemap_id,
    sitemaps.url AS sitemap_url,
    counted.origin,
    REGEXP_REPLACE(sitemaps.url, '[0-9]+', '0', 'g') AS family,
    counted.urls,
    counted.missing
FROM counted
INNER JOIN sitemaps ON counted.sitemap_id = sitemaps.id
WHERE
    sitemaps.found_by <> 'list'
    AND counted.missing >= 5
    AND 2 * counted.missing >= counted.urls

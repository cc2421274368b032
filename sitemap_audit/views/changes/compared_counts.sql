/*
---
row: file
rests_on: others
---
One row per sitemap file that was read in both audits, and per origin whose URLs were in several of
them: `urls` and `previous_urls` that it lists now and listed before. `lost`: by how many that is
less, at most those that no sitemap lists any more. `observed`, `expected`: the numbers now and
before, in words. `sitemap_url` is NULL for an origin, `url` for a file. `unknown_reason`: as in
compared_sitemaps and compared_audits.
*/
WITH listings AS (
    SELECT
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
        previous_sitemap_url,
        CASE WHEN is_listed THEN 1 ELSE 0 END AS is_now,
        CASE WHEN was_listed THEN 1 ELSE 0 END AS was_before,
        CASE WHEN was_listed AND NOT is_listed THEN 1 ELSE 0 END AS is_gone
    FROM compared_urls
),

gone AS (
    SELECT
        previous_sitemap_url,
        SUM(is_gone) AS urls
    FROM listings
    GROUP BY previous_sitemap_url
),

origins AS (
    SELECT
        COALESCE(moved.origin, listings.origin) AS origin,
        SUM(listings.is_now) AS urls,
        SUM(listings.was_before) AS previous_urls
    FROM listings
    LEFT JOIN moved_origins AS moved ON listings.origin = moved.previous_origin
    GROUP BY COALESCE(moved.origin, listings.origin)
    HAVING COUNT(DISTINCT listings.previous_sitemap_url) > 1
),

counts AS (
    SELECT
        NULL AS url,
        file.url AS sitemap_url,
        file.urls,
        file.previous_urls,
        GREATEST(LEAST(file.previous_urls - file.urls, COALESCE(gone.urls, 0)), 0) AS lost,
        CASE
            WHEN file.unknown_reason IS NOT NULL THEN file.unknown_reason
            WHEN NOT file.is_whole THEN 'sitemap-not-read'
            WHEN NOT file.was_whole THEN 'sitemap-not-read-before'
            ELSE audits.unread
        END AS unknown_reason
    FROM compared_sitemaps AS file
    LEFT JOIN gone ON file.previous_url = gone.previous_sitemap_url
    CROSS JOIN compared_audits AS audits
    WHERE file.form = 'sitemap' AND file.previous_form = 'sitemap'
    UNION ALL
    SELECT
        CONCAT(origins.origin, '/') AS url,
        NULL AS sitemap_url,
        origins.urls,
        origins.previous_urls,
        GREATEST(origins.previous_urls - origins.urls, 0) AS lost,
        COALESCE(audits.unread, audits.previous_unread) AS unknown_reason
    FROM origins
    CROSS JOIN compared_audits AS audits
)

SELECT
    url,
    sitemap_url,
    urls,
    previous_urls,
    lost,
    CONCAT(
        FORMAT_NUMBER(urls, 0),
        CASE WHEN urls = 1 THEN ' URL (' ELSE ' URLs (' END,
        CAST(ROUND(1e2 * lost / NULLIF(previous_urls, 0), 1) AS VARCHAR),
        '% fewer)'
    ) AS observed,
    CONCAT(FORMAT_NUMBER(previous_urls, 0), ' URLs') AS expected,
    unknown_reason
FROM counts

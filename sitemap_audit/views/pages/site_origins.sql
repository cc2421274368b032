/*
---
row: host
rests_on: others
---
One row per origin (scheme, host, and port if not the default) of the audited sites: sitemaps list
pages there, a sitemap was looked for there, its homepage was requested, or only its robots.txt.
Left out are origins with only pages that others point to, and other sites with only images and
videos.

`listed`: number of distinct listed URLs; `bare_host`: the host without www. `is_searched`: its
sitemaps are part of the audit; not so if it has only URLs of a URL list that was passed.
*/
WITH of_lists AS (
    SELECT DISTINCT
        CONCAT(SPLIT_PART(entries.url, '/', 1), '//', SPLIT_PART(entries.url, '/', 3))
            AS origin
    FROM entries
    INNER JOIN url_lists ON entries.sitemap_id = url_lists.id
    WHERE entries.url IS NOT NULL
),

with_sitemaps AS (
    SELECT DISTINCT CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
    FROM sitemaps
),

asked AS (
    SELECT
        robots_txt.origin,
        0 AS is_listed
    FROM robots AS robots_txt
    WHERE
        NOT EXISTS (
            SELECT 1 FROM pages
            WHERE SPLIT_PART(pages.url, '/', 3) = SPLIT_PART(robots_txt.origin, '/', 3)
        )
        AND NOT EXISTS (
            SELECT 1 FROM media_states AS media
            WHERE
                media.is_of_other_site
                AND SPLIT_PART(media.url, '/', 3) = SPLIT_PART(robots_txt.origin, '/', 3)
        )
),

places AS (
    SELECT
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
        1 AS is_listed
    FROM listed
    UNION ALL
    SELECT
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
        0 AS is_listed
    FROM sitemaps
    UNION ALL
    SELECT
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
        0 AS is_listed
    FROM pages
    WHERE role = 'home'
    UNION ALL
    SELECT
        origin,
        is_listed
    FROM asked
)

SELECT
    places.origin,
    REGEXP_REPLACE(SPLIT_PART(places.origin, '/', 3), '^www[.]', '') AS bare_host,
    SUM(places.is_listed) AS listed,
    of_lists.origin IS NULL OR with_sitemaps.origin IS NOT NULL AS is_searched
FROM places
LEFT JOIN of_lists ON places.origin = of_lists.origin
LEFT JOIN with_sitemaps ON places.origin = with_sitemaps.origin
GROUP BY places.origin, of_lists.origin, with_sitemaps.origin

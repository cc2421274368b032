/*
One row per origin (scheme://host, with its port where it is not the usual one) that belongs to the
audited sites: sitemaps list pages there, a sitemap was looked for there, its home page was asked
for, or its robots.txt and nothing else. Not one that has only pages that others point to.
`listed` counts the distinct URLs that the sitemaps list there; `bare_host` is the host without www.
*/
WITH asked AS (
    SELECT
        origin,
        0 AS is_listed
    FROM robots
    WHERE
        NOT EXISTS (
            SELECT 1 FROM pages
            WHERE SPLIT_PART(pages.url, '/', 3) = SPLIT_PART(robots.origin, '/', 3)
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
    origin,
    REGEXP_REPLACE(SPLIT_PART(origin, '/', 3), '^www[.]', '') AS bare_host,
    SUM(is_listed) AS listed
FROM places
GROUP BY origin

/*
One row per origin (scheme://host, with its port where it is not the usual one) that belongs to the
audited sites: a sitemap was looked for there, it lists pages there, or its home page was asked for.
`listed` counts the distinct URLs that the sitemaps list there. `bare_host` is the host without www.
*/
WITH places AS (
    SELECT
        url,
        1 AS is_listed
    FROM listed
    UNION ALL
    SELECT
        url,
        0 AS is_listed
    FROM sitemaps
    UNION ALL
    SELECT
        url,
        0 AS is_listed
    FROM pages
    WHERE role = 'home'
)

SELECT
    CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
    REGEXP_REPLACE(SPLIT_PART(url, '/', 3), '^www[.]', '') AS bare_host,
    SUM(is_listed) AS listed
FROM places
GROUP BY origin, bare_host

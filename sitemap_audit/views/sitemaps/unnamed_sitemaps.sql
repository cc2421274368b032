/*
---
row: file
rests_on: others
---
One row per sitemap that was found only by guessing: no robots.txt, page or user declares it, and no
declared sitemap index lists it. It may be a leftover that no search engine reads. Where the
robots.txt was refused to the audit, it may declare it.
*/
WITH named AS (
    SELECT DISTINCT url_key
    FROM sitemaps
    WHERE
        found_by NOT IN ('guess', 'index', 'redirect')
        OR CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) IN (
            SELECT searches.origin FROM sitemap_searches AS searches
            WHERE searches.is_robots_unread
        )
),

-- Five steps, one index or redirect each, instead of a recursion: an index may be circular.
named_2 AS (
    SELECT named.url_key FROM named
    UNION
    SELECT sitemap_links.to_key AS url_key
    FROM sitemap_links
    INNER JOIN named ON sitemap_links.from_key = named.url_key
),

named_3 AS (
    SELECT named_2.url_key FROM named_2
    UNION
    SELECT sitemap_links.to_key AS url_key
    FROM sitemap_links
    INNER JOIN named_2 ON sitemap_links.from_key = named_2.url_key
),

named_4 AS (
    SELECT named_3.url_key FROM named_3
    UNION
    SELECT sitemap_links.to_key AS url_key
    FROM sitemap_links
    INNER JOIN named_3 ON sitemap_links.from_key = named_3.url_key
),

named_5 AS (
    SELECT named_4.url_key FROM named_4
    UNION
    SELECT sitemap_links.to_key AS url_key
    FROM sitemap_links
    INNER JOIN named_4 ON sitemap_links.from_key = named_4.url_key
),

named_6 AS (
    SELECT named_5.url_key FROM named_5
    UNION
    SELECT sitemap_links.to_key AS url_key
    FROM sitemap_links
    INNER JOIN named_5 ON sitemap_links.from_key = named_5.url_key
),

guesses AS (
    SELECT COUNT(*) AS total
    FROM sitemaps
    WHERE found_by = 'guess'
)

SELECT DISTINCT
    sitemaps.url,
    sitemaps.url_key
FROM sitemaps
CROSS JOIN guesses
WHERE
    guesses.total > 0
    AND sitemaps.url_key NOT IN (SELECT last_step.url_key FROM named_6 AS last_step)

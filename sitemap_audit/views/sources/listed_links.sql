/*
---
row: url
rests_on: others
---
One row per listed URL of a link crawl (`--crawl`) that is indexable or was not checked, with the
internal links to it; homepages, and language roots such as `/de/`, are left out.

`inlinks`: as in page_depths; 0 if no link leads to it. `linked_variant`: a URL that links lead to
and that differs only by a common slip (slash, protocol, www, case). `linked_duplicate`: a URL that
links lead to and whose canonical it is. `depth`: clicks from a home page to it, to such a variant
or duplicate; NULL if none leads there. `referrer`: the page that links to it on the shortest way.
`unknown_reason`: why it may have more or shorter ways than were found, as in link_crawls, or
directory-not-read (an unread page is the index of its directory); or why the page was not checked.
`caveat`: as in link_crawls.
*/
WITH variants AS (
    SELECT
        target.url_near_key,
        MIN(target.url) AS url,
        MIN(reached.depth) AS depth
    FROM link_targets AS target
    LEFT JOIN listed ON target.url_key = listed.url_key
    LEFT JOIN page_depths AS reached ON target.url_key = reached.url_key
    WHERE listed.url_key IS NULL
    GROUP BY target.url_near_key
),

duplicates AS (
    SELECT
        effective.canonical_key,
        MIN(target.url) AS url,
        MIN(reached.depth) AS depth
    FROM link_targets AS target
    INNER JOIN effective_canonicals AS effective ON target.url_key = effective.url_key
    LEFT JOIN page_depths AS reached ON target.url_key = reached.url_key
    WHERE effective.canonical_key <> effective.url_key
    GROUP BY effective.canonical_key
),

unread AS (
    SELECT DISTINCT directory
    FROM unread_pages
)

SELECT
    page.url,
    page.sitemap_url,
    page.line,
    page.host,
    page.is_indexable,
    COALESCE(reached.inlinks, 0) AS inlinks,
    LEAST(reached.depth, variants.depth, duplicates.depth) AS depth,
    variants.url AS linked_variant,
    duplicates.url AS linked_duplicate,
    CASE
        WHEN reached.depth <= LEAST(reached.depth, variants.depth, duplicates.depth)
            THEN referrers.url
    END AS referrer,
    COALESCE(
        crawl.unlinked_reason,
        CASE WHEN unread.directory IS NOT NULL THEN 'directory-not-read' END,
        CASE WHEN page.is_indexable IS NULL THEN page.unknown_reason END
    ) AS unknown_reason,
    crawl.caveat
FROM listed_pages AS page
INNER JOIN listed ON page.url_key = listed.url_key
INNER JOIN link_crawls AS crawl ON SPLIT_PART(page.url, '/', 3) = crawl.host
LEFT JOIN left_out ON page.url_key = left_out.url_key
LEFT JOIN page_depths AS reached ON page.url_key = reached.url_key
LEFT JOIN duplicates ON page.url_key = duplicates.canonical_key
LEFT JOIN unread ON REGEXP_REPLACE(page.url, '/+[^/?]+/?([?].*)?$', '') = unread.directory
LEFT JOIN variants ON listed.url_near_key = variants.url_near_key
LEFT JOIN pages AS referrers ON reached.referrer_key = referrers.url_key
WHERE
    COALESCE(page.is_indexable, TRUE)
    AND left_out.url_key IS NULL
    AND NOT REGEXP_MATCHES(LOWER(page.url), '^https?://[^/]+/([a-z]{2}([-_][a-z]{2})?/?)?$')

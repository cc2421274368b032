/*
---
row: url
rests_on: others
---
One row per URL that a sitemap lists, that an internal link of a link crawl (`--crawl`) links to, or
that an imported list of a search engine or of web analytics has: which of these know it. No row if
there is neither a link crawl nor an import. Linked URLs that were not fetched have a row only if
another list has them.

`is_listed`: NULL if it is not listed and not all sitemaps were read. `is_linked`: NULL if there was
no link crawl of its host, or no link was found and the crawl was not complete. The homepage counts
as linked. `is_indexed`, `clicks`, `impressions`, `visits`: as in search_urls. `has_traffic`: it has
clicks or visits; NULL if no list has a number for it. `directory`: the first directory of its path,
behind that of a language. `is_indexable`: NULL if not checked. `has_error`: it returns 4xx or 5xx
or nothing; NULL if not checked.
*/
WITH asked AS (
    SELECT COUNT(*) AS reasons
    FROM run
    WHERE
        EXISTS (SELECT 1 FROM outlinks)
        OR EXISTS (
            SELECT 1 FROM imported_files AS files
            WHERE files.kind NOT IN ('sitemaps', 'sitemap-list') AND files.not_read IS NULL
        )
),

linked AS (
    SELECT
        pages.url,
        reached.url_key
    FROM page_depths AS reached
    INNER JOIN pages ON reached.url_key = pages.url_key
),

urls AS (
    SELECT
        listed.url,
        listed.url_key
    FROM listed
    CROSS JOIN asked
    WHERE asked.reasons > 0
    UNION
    SELECT
        url,
        url_key
    FROM linked
    UNION
    SELECT
        url,
        url_key
    FROM search_urls
),

known AS (
    SELECT
        url_key,
        MIN(url) AS url
    FROM urls
    GROUP BY url_key
),

unread AS (
    SELECT COUNT(*) AS sitemaps FROM unread_sitemaps
)

SELECT
    known.url,
    known.url_key,
    REGEXP_EXTRACT(known.url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
        AS directory,
    CASE WHEN listed.url_key IS NOT NULL THEN TRUE WHEN unread.sitemaps = 0 THEN FALSE END
        AS is_listed,
    CASE
        WHEN reached.inlinks > 0 OR reached.depth = 0 THEN TRUE
        WHEN crawl.is_complete THEN FALSE
    END AS is_linked,
    search.is_indexed,
    CASE
        WHEN search.clicks IS NULL AND search.visits IS NULL THEN NULL
        ELSE COALESCE(search.clicks, 0) + COALESCE(search.visits, 0) > 0
    END AS has_traffic,
    search.clicks,
    search.impressions,
    search.visits,
    page.is_indexable,
    CASE
        WHEN page.state <> 'unknown'
            THEN page.state IN ('client-error', 'server-error', 'no-response')
    END AS has_error
FROM known
CROSS JOIN unread
LEFT JOIN listed ON known.url_key = listed.url_key
LEFT JOIN page_depths AS reached ON known.url_key = reached.url_key
LEFT JOIN link_crawls AS crawl ON SPLIT_PART(known.url, '/', 3) = crawl.host
LEFT JOIN search_urls AS search ON known.url_key = search.url_key
LEFT JOIN indexability AS page ON known.url_key = page.url_key

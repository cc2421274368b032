/*
---
row: url
rests_on: others
---
One row per URL that a report tells of: those in sitemaps, then the pages that were fetched for
another reason, then those that only a link crawl or an import knows.

`entries`: number of entries that list it; 0 if none does. `status`: the status code of its first
response, or why there is none. `verdict`: indexable, or the fault that keeps it out of the index
(as in indexability), or 'not checked'. `redirect`: where it redirects to, by status or refresh.
*/
WITH known AS (
    SELECT
        url_key,
        url,
        sitemap_url,
        line,
        sitemaps,
        entries
    FROM listed
    UNION ALL
    SELECT
        pages.url_key,
        pages.url,
        CAST(NULL AS VARCHAR) AS sitemap_url,
        CAST(NULL AS BIGINT) AS line,
        0 AS sitemaps,
        0 AS entries
    FROM pages
    LEFT JOIN listed ON pages.url_key = listed.url_key
    WHERE listed.url_key IS NULL AND pages.role <> 'probe'
    UNION ALL
    SELECT
        coverage.url_key,
        coverage.url,
        CAST(NULL AS VARCHAR) AS sitemap_url,
        CAST(NULL AS BIGINT) AS line,
        0 AS sitemaps,
        0 AS entries
    FROM coverage
    LEFT JOIN listed ON coverage.url_key = listed.url_key
    LEFT JOIN pages ON coverage.url_key = pages.url_key AND pages.role <> 'probe'
    WHERE listed.url_key IS NULL AND pages.url_key IS NULL
)

SELECT
    known.url_key,
    known.url,
    known.sitemap_url,
    known.line,
    known.sitemaps,
    known.entries,
    page.page_id,
    page.status AS status_code,
    CASE
        WHEN page.status IS NOT NULL THEN CAST(page.status AS VARCHAR)
        WHEN page.page_id IS NULL THEN 'not fetched'
        ELSE COALESCE(page.error, 'no response')
    END AS status,
    CASE
        WHEN page.is_indexable THEN 'indexable'
        WHEN page.fault IS NOT NULL THEN page.fault
        ELSE 'not checked'
    END AS verdict,
    page.is_indexable,
    page.reasons,
    page.unknown_reason,
    COALESCE(page.redirect_url, page.refresh_url) AS redirect,
    page.canonical,
    page.robots
FROM known
LEFT JOIN indexability AS page ON known.url_key = page.url_key

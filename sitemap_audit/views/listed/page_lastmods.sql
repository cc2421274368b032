/*
---
row: url
rests_on: others
---
One row per listed URL with a lastmod and per date that its page tells, if it returned 200. `source`:
header (Last-Modified) | page (dateModified in JSON-LD or microdata, article:modified_time). `told`:
that date as sent. Dates within 5 minutes of the response are left out: they are made with each
response. So are lastmods and dates without a day, and RSS feeds, whose dates are publication dates.

`verdict`: agrees (less than a day apart) | newer (the lastmod is) | older. A date without a time, or
a time without a time zone, covers every time zone. `unknown_reason`: why the date is no evidence:
date-of-most-pages (most pages of the host have it, as after a deployment) | header-unreliable (an
older lastmod, on a host where the header differs from lastmod on most pages: caches set it anew).
*/
WITH dated AS (
    SELECT
        listed.url,
        listed.sitemap_url,
        listed.line,
        states.host,
        entries.lastmod,
        CASE
            WHEN entries.lastmod_precision <> 'day' AND entries.lastmod_problem IS NULL
                THEN entries.lastmod_at
            ELSE entries.lastmod_at - INTERVAL '14' HOUR
        END AS lastmod_from,
        CASE
            WHEN entries.lastmod_precision = 'day' THEN entries.lastmod_at + INTERVAL '36' HOUR
            WHEN entries.lastmod_problem IS NULL THEN entries.lastmod_at
            ELSE entries.lastmod_at + INTERVAL '12' HOUR
        END AS lastmod_to,
        COALESCE(pages.sent_at, pages.fetched_at) AS sent_at,
        pages.fetched_at,
        pages.last_modified,
        pages.last_modified_at,
        pages.modified,
        pages.modified_at,
        pages.modified_precision,
        pages.modified_problem
    FROM listed
    INNER JOIN entries
        ON
            listed.sitemap_id = entries.sitemap_id
            AND listed.position = entries.position
            AND entries.kind = 'url'
    INNER JOIN sitemaps ON listed.sitemap_id = sitemaps.id
    INNER JOIN page_states AS states ON listed.url_key = states.url_key
    INNER JOIN pages ON states.page_id = pages.id
    WHERE
        entries.lastmod_at IS NOT NULL
        AND entries.lastmod_precision NOT IN ('year', 'month')
        AND COALESCE(sitemaps.kind, '') NOT IN ('rss-2.0', 'rss-1.0')
        AND states.state = 'ok'
        AND states.status = 200
        AND NOT states.is_cached
),

told AS (
    SELECT
        url,
        sitemap_url,
        line,
        host,
        lastmod,
        lastmod_from,
        lastmod_to,
        sent_at,
        fetched_at,
        'header' AS source,
        last_modified AS told,
        last_modified_at AS told_at,
        last_modified_at AS told_from,
        last_modified_at AS told_to
    FROM dated
    WHERE last_modified_at IS NOT NULL
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        host,
        lastmod,
        lastmod_from,
        lastmod_to,
        sent_at,
        fetched_at,
        'page' AS source,
        modified AS told,
        modified_at AS told_at,
        CASE
            WHEN modified_precision <> 'day' AND modified_problem IS NULL THEN modified_at
            ELSE modified_at - INTERVAL '14' HOUR
        END AS told_from,
        CASE
            WHEN modified_precision = 'day' THEN modified_at + INTERVAL '36' HOUR
            WHEN modified_problem IS NULL THEN modified_at
            ELSE modified_at + INTERVAL '12' HOUR
        END AS told_to
    FROM dated
    WHERE modified_at IS NOT NULL AND modified_precision NOT IN ('year', 'month')
),

compared AS (
    SELECT
        url,
        sitemap_url,
        line,
        host,
        lastmod,
        source,
        told,
        told_at,
        told_from,
        CAST(told_at AS DATE) AS day,
        CASE
            WHEN lastmod_from > told_to + INTERVAL '24' HOUR THEN 'newer'
            WHEN lastmod_to < told_from - INTERVAL '24' HOUR THEN 'older'
            ELSE 'agrees'
        END AS verdict
    FROM told
    WHERE
        NOT sent_at BETWEEN told_from - INTERVAL '5' MINUTE AND told_to + INTERVAL '5' MINUTE
        AND NOT fetched_at BETWEEN told_from - INTERVAL '5' MINUTE AND told_to + INTERVAL '5' MINUTE
),

days AS (
    SELECT
        host,
        source,
        day,
        COUNT(*) AS pages
    FROM compared
    GROUP BY host, source, day
),

hosts_told AS (
    SELECT
        host,
        source,
        COUNT(*) AS pages,
        COUNT(*) FILTER (WHERE verdict = 'agrees') AS agreeing
    FROM compared
    GROUP BY host, source
)

SELECT
    compared.url,
    compared.sitemap_url,
    compared.line,
    compared.lastmod,
    compared.source,
    compared.told,
    compared.told_at,
    compared.told_from,
    compared.verdict,
    CASE
        WHEN compared.verdict = 'agrees' THEN NULL
        WHEN days.pages > 1 AND days.pages * 2 > hosts_told.pages THEN 'date-of-most-pages'
        WHEN
            compared.source = 'header'
            AND compared.verdict = 'older'
            AND hosts_told.agreeing * 2 < hosts_told.pages
            THEN 'header-unreliable'
    END AS unknown_reason
FROM compared
INNER JOIN days
    ON
        compared.host = days.host
        AND compared.source = days.source
        AND compared.day = days.day
INNER JOIN hosts_told
    ON compared.host = hosts_told.host AND compared.source = hosts_told.source

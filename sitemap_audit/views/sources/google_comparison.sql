/*
---
row: url
rests_on: others
---
One row per listed URL, and per other URL of which Google has told its state, by an inspection or an
imported export (told_urls): what the audit says of it beside what Google says. No row if Google has told of no
URL. URLs that the options of the audit leave out have no row.

`relation`: indexable-indexed | indexable-not-indexed | not-indexable-indexed | neither | not-checked
(the audit, or Google, says nothing: `unknown_reason`; a URL without a state is not-inspected, and a
state that is not known unknown-state). `is_indexed`, `state`, …, `result_link`: as in search_urls;
`is_indexed` by a state only, never by clicks. `is_inspected`: by the URL Inspection API.
`sitemap_url`, `line`: its entry in listed. `pattern`: of the URL, without its host. `directory`: the
first directory of its path, behind that of a language. `fault`: as in indexability; `observed`: that
in words.

`canonical`: the effective one of the page, or else the page itself if it has none and is indexable;
`agrees`: whether Google chose the same; NULL if one of them is not known.

`crawl`: whether Google has crawled the page since its lastmod: after-change | before-change |
never-crawled. NULL if that is not known: no lastmod of a day or finer, no last crawl, or Google's
state is older than the lastmod. A day covers every time zone.
*/
WITH lastmods AS (
    SELECT
        listed.url_key,
        entries.lastmod,
        entries.lastmod_at,
        CASE
            WHEN entries.lastmod_precision <> 'day' AND entries.lastmod_problem IS NULL
                THEN entries.lastmod_at
            ELSE entries.lastmod_at - INTERVAL '14' HOUR
        END AS lastmod_from,
        CASE
            WHEN entries.lastmod_precision = 'day' THEN entries.lastmod_at + INTERVAL '36' HOUR
            WHEN entries.lastmod_problem IS NULL THEN entries.lastmod_at
            ELSE entries.lastmod_at + INTERVAL '12' HOUR
        END AS lastmod_to
    FROM listed
    INNER JOIN entries
        ON
            listed.sitemap_id = entries.sitemap_id
            AND listed.position = entries.position
            AND entries.kind = 'url'
    INNER JOIN sitemaps ON listed.sitemap_id = sitemaps.id
    WHERE
        entries.lastmod_at IS NOT NULL
        AND entries.lastmod_precision NOT IN ('year', 'month')
        AND COALESCE(sitemaps.kind, '') NOT IN ('rss-2.0', 'rss-1.0')
),

google AS (
    SELECT
        search.url_key,
        CASE
            WHEN search.engine = 'google' AND search.state IS NOT NULL THEN search.is_indexed
        END AS is_indexed,
        CASE WHEN search.engine = 'google' THEN search.state END AS state,
        CASE WHEN search.engine = 'google' THEN search.state_code END AS state_code,
        CASE WHEN search.engine = 'google' THEN search.state_source END AS state_source,
        CASE WHEN search.engine = 'google' THEN search.state_day END AS state_day,
        search.clicks,
        search.impressions,
        search.last_crawled_at,
        CASE
            WHEN search.inspected_at IS NULL
                THEN search.last_crawled_at + INTERVAL '24' HOUR
            ELSE search.last_crawled_at
        END AS last_crawled_to,
        search.google_canonical,
        search.inspected_at,
        search.verdict,
        search.robots_state,
        search.indexing_state,
        search.fetch_state,
        search.crawled_as,
        search.user_canonical,
        search.sitemaps,
        search.referring_urls,
        search.result_link,
        COALESCE(
            search.inspected_at,
            CASE
                WHEN search.engine = 'google'
                    THEN TRY_CAST(TRY_CAST(search.state_day AS DATE) AS TIMESTAMPTZ)
            END
        ) AS told_at
    FROM search_urls AS search
),

compared AS (
    SELECT
        told.url,
        told.url_key,
        told.pattern,
        page.page_id,
        page.is_indexable,
        page.fault,
        page.status,
        page.redirect_url,
        page.refresh_url,
        page.unknown_reason,
        COALESCE(page.canonical, CASE WHEN page.is_indexable THEN told.url END) AS canonical
    FROM told_urls AS told
    LEFT JOIN indexability AS page ON told.url_key = page.url_key
)

SELECT
    compared.url,
    compared.url_key,
    listed.url_key IS NOT NULL AS is_listed,
    listed.sitemap_url,
    listed.line,
    compared.pattern,
    REGEXP_EXTRACT(compared.url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
        AS directory,
    compared.is_indexable,
    compared.fault,
    CASE compared.fault
        WHEN 'disallowed' THEN 'blocked by robots.txt'
        WHEN 'redirect'
            THEN
                COALESCE(
                    'redirects to ' || compared.redirect_url,
                    CONCAT('returns ', CAST(compared.status AS VARCHAR))
                )
        WHEN 'client-error' THEN CONCAT('returns ', CAST(compared.status AS VARCHAR))
        WHEN 'server-error' THEN CONCAT('returns ', CAST(compared.status AS VARCHAR))
        WHEN 'no-response' THEN 'no response'
        WHEN 'empty' THEN 'returns an empty page'
        WHEN 'refresh' THEN CONCAT('refreshes to ', compared.refresh_url)
        WHEN 'noindex' THEN 'noindex'
        WHEN 'canonicalised' THEN CONCAT('canonical is ', compared.canonical)
    END AS observed,
    google.inspected_at IS NOT NULL AS is_inspected,
    google.is_indexed,
    google.state_code,
    google.state,
    google.state_source,
    google.state_day,
    CASE
        WHEN compared.is_indexable IS NULL OR google.is_indexed IS NULL THEN 'not-checked'
        WHEN compared.is_indexable AND google.is_indexed THEN 'indexable-indexed'
        WHEN compared.is_indexable THEN 'indexable-not-indexed'
        WHEN google.is_indexed THEN 'not-indexable-indexed'
        ELSE 'neither'
    END AS relation,
    CASE
        WHEN google.state IS NULL THEN 'not-inspected'
        WHEN google.is_indexed IS NULL THEN 'unknown-state'
        WHEN compared.page_id IS NULL THEN 'not-fetched'
        WHEN compared.is_indexable IS NULL THEN compared.unknown_reason
    END AS unknown_reason,
    compared.canonical,
    google.google_canonical,
    google.user_canonical,
    google.google_canonical = compared.canonical AS agrees,
    lastmods.lastmod,
    lastmods.lastmod_at,
    google.last_crawled_at,
    CASE
        WHEN google.last_crawled_at > lastmods.lastmod_to THEN 'after-change'
        WHEN
            google.last_crawled_to < lastmods.lastmod_from
            AND google.told_at > lastmods.lastmod_to
            THEN 'before-change'
        WHEN
            google.inspected_at IS NOT NULL
            AND google.last_crawled_at IS NULL
            AND NOT google.is_indexed
            THEN 'never-crawled'
    END AS crawl,
    google.clicks,
    google.impressions,
    google.inspected_at,
    google.verdict,
    google.robots_state,
    google.indexing_state,
    google.fetch_state,
    google.crawled_as,
    google.sitemaps,
    google.referring_urls,
    google.result_link
FROM compared
LEFT JOIN listed ON compared.url_key = listed.url_key
LEFT JOIN google ON compared.url_key = google.url_key
LEFT JOIN lastmods ON compared.url_key = lastmods.url_key
LEFT JOIN left_out ON compared.url_key = left_out.url_key
WHERE left_out.url_key IS NULL

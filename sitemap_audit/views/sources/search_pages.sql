/*
---
row: url
rests_on: others
---
One row per URL of imported search data (search_urls), with its entry and what the audit found
there. URLs that the options of the audit leave out have no row.

`is_listed`: a sitemap lists it; `sitemap_url` and `line`: its entry. `is_replaced`: it is not
listed and redirects permanently to an indexable page, is canonicalized, or refreshes to another
page: the ways to replace a URL. `fault`: as in indexability; `observed`: that in words.
`reported`: its state with its source and the day of the last crawl.
`google_canonical`: by Google, see search_urls; `canonical`: the effective one of the page.
`unknown_reason`: why its page was not checked.
*/
SELECT
    search.url,
    search.url_key,
    SPLIT_PART(search.url, '/', 3) AS host,
    listed.url_key IS NOT NULL AS is_listed,
    listed.sitemap_url,
    listed.line,
    search.is_indexed,
    search.engine,
    search.state_code,
    search.state,
    search.state_source,
    CASE
        WHEN search.state IS NOT NULL
            THEN
                CONCAT(
                    search.state,
                    ' (',
                    search.state_source,
                    ')',
                    COALESCE(
                        '; last crawled ' || CAST(CAST(search.last_crawled_at AS DATE) AS VARCHAR),
                        ''
                    )
                )
    END AS reported,
    search.clicks,
    search.clicks_source,
    search.impressions,
    search.last_crawled_at,
    search.google_canonical,
    page.canonical,
    page.is_indexable,
    page.fault,
    page.status,
    listed.url_key IS NULL
    AND (
        COALESCE(page.fault, '') IN ('refresh', 'canonicalised')
        OR (
            COALESCE(page.fault, '') = 'redirect'
            AND COALESCE(chain.outcome, '') = 'ok'
            AND NOT chain.has_temporary
            AND COALESCE(final.is_indexable, TRUE)
        )
    ) AS is_replaced,
    CASE page.fault
        WHEN 'disallowed' THEN 'blocked by robots.txt'
        WHEN 'redirect'
            THEN
                COALESCE(
                    'redirects to ' || COALESCE(chain.final_url, page.redirect_url),
                    CONCAT('returns ', CAST(page.status AS VARCHAR))
                )
        WHEN 'client-error' THEN CONCAT('returns ', CAST(page.status AS VARCHAR))
        WHEN 'server-error' THEN CONCAT('returns ', CAST(page.status AS VARCHAR))
        WHEN 'no-response' THEN 'no response'
        WHEN 'empty' THEN 'returns an empty page'
        WHEN 'refresh' THEN CONCAT('refreshes to ', page.refresh_url)
        WHEN 'noindex' THEN 'noindex'
        WHEN 'canonicalised' THEN CONCAT('canonical is ', page.canonical)
    END AS observed,
    CASE
        WHEN page.page_id IS NULL THEN 'not-fetched'
        WHEN page.is_indexable IS NULL THEN page.unknown_reason
    END AS unknown_reason
FROM search_urls AS search
LEFT JOIN listed ON search.url_key = listed.url_key
LEFT JOIN left_out ON search.url_key = left_out.url_key
LEFT JOIN indexability AS page ON search.url_key = page.url_key
LEFT JOIN redirect_chains AS chain ON search.url_key = chain.url_key
LEFT JOIN indexability AS final ON chain.final_key = final.url_key
WHERE left_out.url_key IS NULL

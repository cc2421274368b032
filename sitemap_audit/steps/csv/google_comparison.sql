/*
One row per listed URL of which Google has told the state: what the audit says, and what Google says.
*/
SELECT
    url,
    sitemap_url,
    relation,
    is_indexable,
    observed,
    is_indexed,
    state,
    state_code,
    state_source,
    is_inspected,
    DATE_TRUNC('second', inspected_at) AS inspected_at_utc,
    canonical,
    google_canonical,
    user_canonical,
    agrees,
    lastmod,
    DATE_TRUNC('second', last_crawled_at) AS last_crawled_at_utc,
    crawl,
    clicks,
    robots_state,
    indexing_state,
    fetch_state,
    crawled_as,
    sitemaps,
    referring_urls,
    result_link
FROM reported_indexing
ORDER BY rank ASC, clicks DESC NULLS LAST, url ASC

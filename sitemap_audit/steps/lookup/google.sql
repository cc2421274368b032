/*
What Google says of the URL with this key, beside what the audit says.
*/
SELECT
    relation,
    is_indexable,
    unknown_reason,
    is_inspected,
    is_indexed,
    state,
    state_source,
    google_canonical,
    user_canonical,
    canonical,
    agrees,
    last_crawled_at,
    crawled_as,
    lastmod,
    crawl,
    clicks,
    impressions,
    inspected_at,
    verdict,
    robots_state,
    indexing_state,
    fetch_state,
    sitemaps,
    referring_urls,
    result_link
FROM stored_google_comparison
WHERE url_key = $key

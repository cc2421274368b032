/*
One row per search engine and sitemap that it or the site names: whether it was submitted, and what
the engine tells of it.
*/
SELECT
    url,
    engine,
    property,
    is_submitted,
    state,
    DATE_TRUNC('second', submitted_at) AS submitted_at_utc,
    DATE_TRUNC('second', downloaded_at) AS downloaded_at_utc,
    is_pending,
    errors,
    warnings,
    engine_urls,
    entries,
    is_declared,
    index_url,
    kind,
    status
FROM engine_sitemaps
ORDER BY url, engine

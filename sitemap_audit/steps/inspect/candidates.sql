/*
One row per listed URL that may be inspected: the property has it (`$covered`, a pattern), and the
options of the audit do not leave it out. `has_error`: the audit has found that it cannot be indexed
under its own URL. `inspected_at`: its latest inspection; NULL if there is none.
*/
WITH covered AS (
    SELECT
        url_key,
        url,
        loc,
        sitemap_url,
        PATTERN_OF(url) AS pattern
    FROM listed
    WHERE REGEXP_MATCHES(url, $covered)
)

SELECT
    covered.url_key,
    covered.url,
    covered.loc,
    covered.sitemap_url,
    covered.pattern,
    page.fault IS NOT NULL AS has_error,
    COALESCE(search.clicks, 0) AS clicks,
    latest.inspected_at
FROM covered
LEFT JOIN indexability AS page ON covered.url_key = page.url_key
LEFT JOIN search_urls AS search ON covered.url_key = search.url_key
LEFT JOIN latest_inspections AS latest ON covered.url_key = latest.url_key
WHERE
    NOT EXISTS (
        SELECT 1 FROM left_out
        WHERE left_out.url_key = covered.url_key
    )

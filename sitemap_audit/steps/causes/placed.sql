/* The rows that are grouped, each with the pattern of its URL and the cause that it has alone. */
SELECT
    located.number,
    located."check",
    located.kind,
    located.url,
    located.sitemap_url,
    located.related_url,
    located.unit_of_check,
    located.is_unlisted,
    located.is_counted,
    located.has_rule,
    located.host,
    located.host_urls,
    patterns.pattern,
    located.cause_by,
    COALESCE(located.cause, templates.cause, patterns.pattern) AS cause
FROM located
LEFT JOIN patterns ON located.url = patterns.url
LEFT JOIN templates
    ON
        located."check" = templates."check"
        AND located.kind IS NOT DISTINCT FROM templates.kind
        AND patterns.pattern = templates.pattern

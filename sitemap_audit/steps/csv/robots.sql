/*
One row per robots.txt.
*/
SELECT
    origin,
    url,
    final_url,
    redirects,
    status,
    error,
    error_detail,
    policy,
    content_type,
    bytes,
    is_html,
    is_utf8,
    has_bom,
    sitemaps,
    content_hash,
    rules_hash,
    DATE_TRUNC('second', fetched_at) AS fetched_at_utc,
    ROUND(seconds, 3) AS seconds,
    received_hash
FROM robots
ORDER BY origin

/*
One row per page that was fetched again as Googlebot.
*/
SELECT
    url,
    attempts,
    status,
    error,
    error_detail,
    challenge,
    redirect_url,
    noindex,
    canonical,
    canonicals,
    title,
    content_hash,
    DATE_TRUNC('second', fetched_at) AS fetched_at_utc,
    content_type,
    body_hash,
    own_body_hash,
    is_loop
FROM googlebot_pages
ORDER BY url

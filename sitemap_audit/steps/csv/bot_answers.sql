/*
One row per page and bot as which it was fetched again, and one per further request as the audit.
*/
SELECT
    url,
    bot,
    is_own,
    robots,
    attempts,
    status,
    error,
    error_detail,
    challenge,
    bot_named,
    redirect_url,
    is_loop,
    content_type,
    x_robots_tag,
    meta_robots,
    noindex,
    canonical,
    canonicals,
    title,
    words,
    content_hash,
    's' || CAST(simhash AS VARCHAR) AS simhash,
    body_hash,
    DATE_TRUNC('second', fetched_at) AS fetched_at_utc,
    usage_preferences
FROM bot_answers
ORDER BY url, bot, is_own

/*
One row per page to request as a bot, in order: the first of every pattern of a host come before
the second of any. The selection depends on stored rows only, so that a resumed audit repeats it.
*/
WITH ranked AS (
    SELECT
        url,
        url_key,
        requested,
        host,
        pattern,
        status,
        redirect_key,
        content_type,
        x_robots_tag,
        meta_robots,
        noindex,
        canonicals,
        canonical_key,
        title,
        content,
        usage_preferences,
        ROW_NUMBER() OVER (PARTITION BY host, pattern ORDER BY url_key) AS place,
        COUNT(*) OVER (PARTITION BY host, pattern) AS pages
    FROM candidates
)

SELECT
    url,
    url_key,
    requested,
    status,
    redirect_key,
    content_type,
    x_robots_tag,
    meta_robots,
    noindex,
    canonicals,
    canonical_key,
    title,
    content,
    usage_preferences
FROM ranked
ORDER BY place ASC, pages DESC, host ASC, pattern ASC, url_key ASC
LIMIT $most

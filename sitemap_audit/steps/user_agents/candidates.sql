/*
One row per listed page that robots.txt allows and that was fetched, not taken from the cache, with
what the audit got: what is compared with the responses to bots.
*/
WITH valid AS (
    SELECT
        page_id,
        MIN(canonical_key) AS canonical_key
    FROM page_canonicals
    WHERE canonical_key IS NOT NULL AND in_head AND attributes IS NULL
    GROUP BY page_id
    HAVING MIN(canonical_key) = MAX(canonical_key)
)

SELECT
    pages.url,
    pages.url_key,
    pages.requested,
    SPLIT_PART(pages.url, '/', 3) AS host,
    PATTERN_OF(pages.url) AS pattern,
    pages.status,
    pages.redirect_key,
    pages.content_type,
    pages.x_robots_tag,
    pages.meta_robots,
    pages.noindex,
    pages.canonicals,
    valid.canonical_key,
    pages.title,
    COALESCE(pages.content_hash, pages.body_hash) AS content,
    pages.usage_preferences
FROM pages
LEFT JOIN valid ON pages.id = valid.page_id
WHERE
    pages.status = 200 AND pages.error IS NULL AND pages.challenge IS NULL
    AND pages.cached_at IS NULL
    AND COALESCE(pages.robots, 'allowed') = 'allowed'
    AND EXISTS (
        SELECT 1 FROM entries
        WHERE entries.url_key = pages.url_key
    )

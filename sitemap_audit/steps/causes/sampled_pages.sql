/*
One row per listed page of an audit of which a sample was crawled or rendered; none of another
audit. A page that is not HTML with status 200 would not be rendered.
*/
WITH chosen AS (
    SELECT
        page_id,
        BOOL_OR(problem IS NULL) AS is_rendered
    FROM renders
    GROUP BY page_id
)

SELECT
    listed.url,
    PATTERN_OF(listed.url) AS pattern,
    CONCAT(SPLIT_PART(listed.url, '/', 1), '//', SPLIT_PART(listed.url, '/', 3)) AS origin,
    page.is_indexable IS NOT NULL AS is_checked,
    chosen.page_id IS NOT NULL AS is_chosen,
    chosen.is_rendered,
    page.page_id IS NULL OR (page.state = 'ok' AND page.parsed) AS can_be_rendered
FROM listed
LEFT JOIN indexability AS page ON listed.url_key = page.url_key
LEFT JOIN left_out ON listed.url_key = left_out.url_key
LEFT JOIN chosen ON page.page_id = chosen.page_id
WHERE
    COALESCE(left_out.reason, 'not-sampled') IN ('not-sampled', 'not-modified')
    AND (
        EXISTS (SELECT 1 FROM renders)
        OR EXISTS (SELECT 1 FROM sampled)
    )

/*
One row per URL of an internal link, with the depth of the page that links to it. Those that were
left out as ones of a URL trap are last: they count in its budget after those that were not.
*/
WITH followed AS (
    SELECT DISTINCT outlinks.target_key
    FROM outlinks
    INNER JOIN pages ON outlinks.page_id = pages.id
    WHERE
        COALESCE(outlinks.rel, '') NOT LIKE '%nofollow%'
        AND NOT COALESCE(pages.nofollow, FALSE)
)

SELECT
    link_targets.depth - 1 AS depth,
    link_targets.url,
    link_targets.url_key,
    link_targets.url_near_key,
    link_targets.trap IS NULL AND followed.target_key IS NOT NULL AS is_followed
FROM link_targets
LEFT JOIN followed ON link_targets.url_key = followed.target_key
ORDER BY link_targets.trap IS NOT NULL, link_targets.depth, link_targets.first_seen_at

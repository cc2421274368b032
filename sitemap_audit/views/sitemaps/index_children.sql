/*
---
row: pair
rests_on: named
---
One row per entry of a sitemap index, with the state of the sitemap that it lists. `child_state` and
all other columns of the child are NULL if it was not requested.

`is_circular`: this entry makes the index circular, by the child's own entries or a redirect.
`depth`: number of indexes above the child. `index_read_at`: when the index was fetched. `newest`:
the newest lastmod in the child that is not in the future; `all_dated`: each of its entries has a
lastmod.
*/
WITH newest AS (
    SELECT
        entries.sitemap_id,
        MAX(
            CASE WHEN entries.lastmod_at <= sitemaps.fetched_at THEN entries.lastmod_at END
        ) AS lastmod_at,
        COUNT(*) = COUNT(entries.lastmod_at) AS all_dated
    FROM entries
    INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
    GROUP BY entries.sitemap_id
)

SELECT
    entries.sitemap_id,
    entries.sitemap_url,
    entries.position,
    entries.line,
    entries.url AS child_url,
    entries.url_key AS child_key,
    entries.lastmod,
    entries.lastmod_at,
    entries.lastmod_precision,
    sitemaps.depth + 1 AS depth,
    sitemaps.fetched_at AS index_read_at,
    children.id AS child_id,
    children.found_by AS child_found_by,
    children.state AS child_state,
    children.status AS child_status,
    children.error AS child_error,
    children.error_detail AS child_error_detail,
    children.kind AS child_kind,
    children.root AS child_root,
    children.stopped_by AS child_stopped_by,
    children.compression AS child_compression,
    children.content_type AS child_content_type,
    children.redirect_url AS child_redirect_url,
    children.complete AS child_complete,
    children.entries AS child_entries,
    children.children AS child_children,
    newest.lastmod_at AS newest,
    COALESCE(newest.all_dated, FALSE) AS all_dated,
    reached.to_key IS NOT NULL
    AND (
        children.found_by <> 'index'
        OR children.found_in <> entries.sitemap_url
        OR children.state = 'redirect'
        OR entries.url_key = sitemaps.url_key
    ) AS is_circular
FROM entries
INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
LEFT JOIN sitemap_states AS children ON entries.url_key = children.url_key
LEFT JOIN newest ON children.id = newest.sitemap_id
LEFT JOIN sitemap_reach AS reached
    ON entries.url_key = reached.from_key AND sitemaps.url_key = reached.to_key
WHERE entries.kind = 'sitemap'

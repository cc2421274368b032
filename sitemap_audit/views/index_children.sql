/*
One row per sitemap that a sitemap index lists, as often as it is listed, with what became of it;
`child_state` and all else about the child is NULL where it was not asked for.

`closes_circle`: the child leads back to this index, by its own children or a redirect, and it is
this line that closes the circle.
*/
WITH RECURSIVE links AS (
    SELECT
        sitemaps.url_key AS from_key,
        entries.url_key AS to_key
    FROM entries
    INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
    WHERE entries.kind = 'sitemap' AND entries.url_key IS NOT NULL
    UNION
    SELECT
        url_key AS from_key,
        redirect_key AS to_key
    FROM sitemaps
    WHERE redirect_key IS NOT NULL
),

inner_links AS (
    SELECT
        links.from_key,
        links.to_key
    FROM links
    WHERE links.to_key IN (SELECT further.from_key FROM links AS further)
),

reached AS (
    SELECT
        from_key,
        to_key
    FROM inner_links
    UNION
    SELECT
        reached.from_key,
        inner_links.to_key
    FROM reached
    INNER JOIN inner_links ON reached.to_key = inner_links.from_key
)

SELECT
    entries.sitemap_id,
    entries.sitemap_url,
    entries.position,
    entries.line,
    entries.url AS child_url,
    entries.url_key AS child_key,
    children.found_by AS child_found_by,
    children.state AS child_state,
    children.status AS child_status,
    children.error AS child_error,
    children.error_detail AS child_error_detail,
    children.kind AS child_kind,
    reached.to_key IS NOT NULL
    AND (
        children.found_by <> 'index'
        OR children.found_in <> entries.sitemap_url
        OR children.state = 'redirect'
        OR entries.url_key = sitemaps.url_key
    ) AS closes_circle
FROM entries
INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
LEFT JOIN sitemap_states AS children ON entries.url_key = children.url_key
LEFT JOIN reached ON entries.url_key = reached.from_key AND sitemaps.url_key = reached.to_key
WHERE entries.kind = 'sitemap'

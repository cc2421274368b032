/*
One row per link to a page that may be new, in the order in which a crawl finds them: those of
entries, then page by page. Left out is what the frontier knows: done pages, those that the options
leave out, and listed ones unless `$limit_reached`.
*/
WITH links AS (
    SELECT
        0 AS page_id,
        0 AS place,
        url_key AS source,
        alternate AS url,
        alternate_key AS target,
        'alternate' AS role
    FROM entry_alternates
    UNION ALL
    SELECT
        page_id,
        1 AS place,
        url_key AS source,
        canonical AS url,
        canonical_key AS target,
        'canonical' AS role
    FROM page_canonicals
    UNION ALL
    SELECT
        page_id,
        2 AS place,
        url_key AS source,
        form AS url,
        form_key AS target,
        'alternate' AS role
    FROM page_forms
    UNION ALL
    SELECT
        id AS page_id,
        3 AS place,
        url_key AS source,
        refresh_url AS url,
        refresh_key AS target,
        'refresh' AS role
    FROM pages
    UNION ALL
    SELECT
        page_id,
        4 AS place,
        url_key AS source,
        alternate AS url,
        alternate_key AS target,
        'alternate' AS role
    FROM page_alternates
    WHERE source <> 'anchor'
),

known AS (
    SELECT url_key FROM done_pages
    UNION ALL
    SELECT url_key FROM left_out
    UNION ALL
    SELECT url_key
    FROM entries
    WHERE kind = 'url' AND url_key IS NOT NULL AND NOT $limit_reached
)

SELECT
    source,
    url,
    target,
    role
FROM links
WHERE
    source IS NOT NULL
    AND url IS NOT NULL
    AND target IS NOT NULL
    AND target NOT IN (SELECT known.url_key FROM known)
ORDER BY page_id, place

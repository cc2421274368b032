/*
---
row: url
rests_on: others
---
One row per canonical and redirect (`part`: canonical | redirect) of a URL that both audits list,
whose target is another one. `target`, `previous_target`: NULL if there is none; the previous one
moves with its origin.
*/
WITH differing AS (
    SELECT
        url,
        sitemap_url,
        'canonical' AS part,
        canonical AS target,
        previous_canonical AS previous_target
    FROM compared_urls
    WHERE
        is_in_both
        AND unknown_reason IS NULL
        AND have_content
        AND canonical IS DISTINCT FROM previous_canonical
        AND NOT (
            is_indexable <> previous_is_indexable
            AND (reasons LIKE '%canonicalised%') <> (previous_reasons LIKE '%canonicalised%')
        )
    UNION ALL
    SELECT
        url,
        sitemap_url,
        'redirect' AS part,
        redirect_url AS target,
        previous_redirect_url AS previous_target
    FROM compared_urls
    WHERE
        is_in_both
        AND unknown_reason IS NULL
        AND state = 'redirect'
        AND previous_state = 'redirect'
        AND redirect_url IS DISTINCT FROM previous_redirect_url
),

moved AS (
    SELECT
        page.url,
        page.sitemap_url,
        page.part,
        page.target,
        COALESCE(
            origins.origin || SUBSTRING(page.previous_target, LENGTH(origins.previous_origin) + 1),
            page.previous_target
        ) AS previous_target
    FROM differing AS page
    LEFT JOIN moved_origins AS origins
        ON
            CONCAT(
                SPLIT_PART(page.previous_target, '/', 1),
                '//',
                SPLIT_PART(page.previous_target, '/', 3)
            )
            = origins.previous_origin
)

SELECT
    url,
    sitemap_url,
    part,
    target,
    previous_target
FROM moved
WHERE target IS DISTINCT FROM previous_target

/*
---
row: url
rests_on: others
---
One row per page in a sitemap that was to be rendered, with the values of its original HTML
(`served_…`) and of its rendered HTML (`rendered_…`).

`is_known`: the browser has rendered the page, and its original HTML was read completely.
`redirect_url`: the target of a JavaScript redirect; the page itself was not rendered then.
`served_canonical` is the one that applies; NULL where there is none, or where several contradict
each other. `served_canonicals` and `rendered_canonicals` count the valid ones.
*/
WITH served AS (
    SELECT
        page_id,
        COUNT(*) AS canonicals
    FROM page_canonicals
    WHERE canonical_key IS NOT NULL AND in_head AND attributes IS NULL
    GROUP BY page_id
),

rendered AS (
    SELECT
        page_id,
        COUNT(*) AS canonicals
    FROM rendered_canonicals
    GROUP BY page_id
)

SELECT
    listed_pages.url,
    listed_pages.url_key,
    listed_pages.sitemap_url,
    listed_pages.line,
    pages.id AS page_id,
    renders.id AS render_id,
    renders.problem IS NULL AND pages.cut_at IS NULL AS is_known,
    renders.redirect_url,
    renders.redirect_key,
    pages.refresh_key,
    renders.address,
    renders.address_key,
    pages.noindex AS served_noindex,
    pages.noindex_source AS served_noindex_source,
    renders.noindex AS rendered_noindex,
    pages.title AS served_title,
    renders.title AS rendered_title,
    pages.words AS served_words,
    renders.words AS rendered_words,
    pages.head_ended_by AS served_head_ended_by,
    renders.head_ended_by AS rendered_head_ended_by,
    canonicals.canonical AS served_canonical,
    COALESCE(served.canonicals, 0) AS served_canonicals,
    COALESCE(rendered.canonicals, 0) AS rendered_canonicals,
    renders.disallowed,
    renders.disallowed_url,
    renders.disallowed_rule
FROM renders
INNER JOIN pages ON renders.page_id = pages.id
INNER JOIN listed_pages ON pages.id = listed_pages.page_id
LEFT JOIN effective_canonicals AS canonicals ON pages.url_key = canonicals.url_key
LEFT JOIN served ON pages.id = served.page_id
LEFT JOIN rendered ON pages.id = rendered.page_id

/*
One row per listed page that was to be rendered, with its values as served (`served_…`) and after
its scripts have run (`rendered_…`).

`is_known`: the browser rendered it, and the served page was read completely. `redirect_url`: the
target of a redirect by a script; the page itself is then not checked. `served_canonical`: the
effective one; NULL if there is none or several conflict. `served_canonicals` and
`rendered_canonicals`: number of effective canonicals.
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
    canonicals.canonical_key AS served_canonical_key,
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

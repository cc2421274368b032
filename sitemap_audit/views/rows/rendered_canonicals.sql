/*
---
row: page-part
rests_on: others
---
One row per valid canonical of a rendered page: a URL, in the head or a header, not voided by its
attributes. `is_own`: the original HTML has the same one.
*/
SELECT
    renders.page_id,
    render_canonicals.canonical,
    render_canonicals.canonical_key,
    EXISTS(
        SELECT 1 FROM page_canonicals
        WHERE
            page_canonicals.page_id = renders.page_id
            AND page_canonicals.canonical_key = render_canonicals.canonical_key
            AND page_canonicals.in_head
            AND page_canonicals.attributes IS NULL
    ) AS is_own
FROM render_canonicals
INNER JOIN renders ON render_canonicals.render_id = renders.id
WHERE
    render_canonicals.canonical_key IS NOT NULL
    AND render_canonicals.in_head
    AND render_canonicals.attributes IS NULL

/*
---
row: page-part
rests_on: named
---
One row per canonical annotation, as found, of a listed page that returned content. `is_valid`:
readable, in the head or a header, not invalid by its attributes.
*/
SELECT
    page.url,
    page.url_key,
    page.sitemap_url,
    page.line,
    page_canonicals.number,
    page_canonicals.source,
    page_canonicals.href,
    page_canonicals.canonical,
    page_canonicals.canonical_key,
    page_canonicals.href_problem,
    page_canonicals.in_head,
    page_canonicals.attributes,
    pages.head_ended_by,
    page_canonicals.element,
    page_canonicals.canonical_key IS NOT NULL
    AND page_canonicals.in_head
    AND page_canonicals.attributes IS NULL AS is_valid
FROM page_canonicals
INNER JOIN listed_pages AS page ON page_canonicals.url_key = page.url_key
INNER JOIN pages ON page_canonicals.page_id = pages.id
WHERE page.state = 'ok'

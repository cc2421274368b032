/*
---
row: url
rests_on: named
---
One row per page with one effective canonical URL: all its canonical annotations that are readable,
in the head or a header, and not invalid by their attributes have the same URL. `difference`: from
the page's own URL; NULL for a self-referencing canonical.
*/
SELECT
    page_canonicals.url_key,
    MIN(page_canonicals.canonical) AS canonical,
    MIN(page_canonicals.canonical_key) AS canonical_key,
    MIN(page_canonicals.difference) AS difference
FROM page_canonicals
INNER JOIN page_states ON page_canonicals.url_key = page_states.url_key
WHERE
    page_states.state = 'ok'
    AND page_canonicals.canonical_key IS NOT NULL
    AND page_canonicals.in_head
    AND page_canonicals.attributes IS NULL
GROUP BY page_canonicals.url_key
HAVING MIN(page_canonicals.canonical_key) = MAX(page_canonicals.canonical_key)

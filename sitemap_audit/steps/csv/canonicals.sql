/*
One row per canonical that a page names.
*/
SELECT
    url,
    number,
    source,
    href,
    canonical,
    href_problem,
    difference,
    in_head,
    attributes,
    without_base,
    element
FROM page_canonicals
ORDER BY url, source, number

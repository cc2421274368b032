/*
One row per other form of a page that it names: AMP, mobile.
*/
SELECT
    url,
    number,
    source,
    kind,
    media,
    href,
    form,
    href_problem,
    in_head
FROM page_forms
ORDER BY url, source, number

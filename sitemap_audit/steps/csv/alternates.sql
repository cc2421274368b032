/*
One row per hreflang annotation, in a sitemap or on a page.
*/
SELECT
    source,
    url,
    hreflang,
    code,
    code_problem,
    code_suggestion,
    href,
    alternate,
    href_problem,
    sitemap_url,
    position,
    number,
    line,
    rel,
    in_head,
    attributes
FROM (
    SELECT
        'sitemap' AS source,
        url,
        hreflang,
        code,
        code_problem,
        code_suggestion,
        href,
        alternate,
        href_problem,
        sitemap_url,
        position,
        number,
        line,
        rel,
        NULL AS in_head,
        NULL AS attributes
    FROM entry_alternates
    UNION ALL
    SELECT
        source,
        url,
        hreflang,
        code,
        code_problem,
        code_suggestion,
        href,
        alternate,
        href_problem,
        NULL AS sitemap_url,
        NULL AS position,
        number,
        NULL AS line,
        NULL AS rel,
        in_head,
        attributes
    FROM page_alternates
) AS annotations
ORDER BY url, source, sitemap_url, position, number

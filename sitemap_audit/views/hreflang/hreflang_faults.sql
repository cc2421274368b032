/*
---
row: page-part
rests_on: named
---
One row per faulty hreflang annotation, as found, of a page of hreflang_pages: its code, URL, place
or other attributes are wrong, or its code is valid but usually a mistake for another
(`code_suggestion` without `code_problem`). `place_url`: the page or sitemap where it stands. `is_taken`: the
page annotates another URL with the suggested code.
*/
WITH faults AS (
    SELECT
        url,
        url_key,
        'sitemap' AS source,
        sitemap_url,
        line,
        '' AS via,
        hreflang,
        code,
        code_problem,
        code_suggestion,
        href,
        alternate,
        alternate_key,
        href_problem,
        TRUE AS in_head,
        CAST(NULL AS VARCHAR) AS attributes,
        CAST(NULL AS VARCHAR) AS head_ended_by,
        CAST(NULL AS VARCHAR) AS element
    FROM entry_alternates
    WHERE
        url_key IS NOT NULL
        AND (
            code_problem IS NOT NULL
            OR code_suggestion IS NOT NULL
            OR href_problem IS NOT NULL
        )
    UNION ALL
    SELECT
        page_alternates.url,
        page_alternates.url_key,
        page_alternates.source,
        page.sitemap_url,
        page.line,
        page.via,
        page_alternates.hreflang,
        page_alternates.code,
        page_alternates.code_problem,
        page_alternates.code_suggestion,
        page_alternates.href,
        page_alternates.alternate,
        page_alternates.alternate_key,
        page_alternates.href_problem,
        page_alternates.in_head,
        page_alternates.attributes,
        pages.head_ended_by,
        page_alternates.element
    FROM page_alternates
    INNER JOIN hreflang_pages AS page ON page_alternates.url_key = page.url_key
    INNER JOIN page_states AS answer ON page_alternates.url_key = answer.url_key
    INNER JOIN pages ON page_alternates.page_id = pages.id
    WHERE
        answer.state = 'ok'
        AND page_alternates.source IN ('html', 'header')
        AND (
            page_alternates.code_problem IS NOT NULL
            OR page_alternates.code_suggestion IS NOT NULL
            OR page_alternates.href_problem IS NOT NULL
            OR page_alternates.attributes IS NOT NULL
            OR NOT page_alternates.in_head
        )
)

SELECT
    url,
    url_key,
    source,
    sitemap_url,
    CASE WHEN source = 'sitemap' THEN sitemap_url ELSE url END AS place_url,
    line,
    via,
    hreflang,
    code,
    code_problem,
    code_suggestion,
    href,
    alternate,
    alternate_key,
    href_problem,
    in_head,
    attributes,
    head_ended_by,
    element,
    EXISTS(
        SELECT 1 FROM hreflang_links AS link
        WHERE
            link.url_key = faults.url_key
            AND link.code = faults.code_suggestion
            AND link.alternate_key <> faults.alternate_key
    ) AS is_taken
FROM faults

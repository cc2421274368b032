/*
---
row: url
rests_on: others
---
One row per page that may have links that the audit does not know: it was not fetched, returned 5xx,
was not read whole, or has more than 10,000 links. URLs that robots.txt disallows are left out.

`directory`: its URL without the query and the slash at its end, whose pages it may link to.
`is_hub`: it may be the only page that links to many others: a homepage, a language root such as
`/de/`, a page that at least half of the pages read link to, a page of a paginated list, or a page
that was read in part.
*/
WITH read_pages AS (
    SELECT
        host,
        COUNT(*) AS pages
    FROM indexability
    WHERE state = 'ok' AND is_html AND parsed
    GROUP BY host
)

SELECT
    page.url,
    page.host,
    REGEXP_REPLACE(page.url, '/*([?].*)?$', '') AS directory,
    COALESCE(pages.cut_at IS NOT NULL OR pages.links > 10000, FALSE)
    OR REGEXP_MATCHES(LOWER(page.url), '^https?://[^/]+/([a-z]{2}([-_][a-z]{2})?/?)?$')
    OR COALESCE(2 * reached.inlinks >= read_pages.pages, FALSE)
    OR list_variants.url_key IS NOT NULL AS is_hub
FROM indexability AS page
INNER JOIN pages ON page.page_id = pages.id
LEFT JOIN read_pages ON page.host = read_pages.host
LEFT JOIN page_depths AS reached ON page.url_key = reached.url_key
LEFT JOIN list_variants
    ON page.url_key = list_variants.url_key AND list_variants.kind = 'pagination'
WHERE
    pages.role <> 'probe'
    AND (
        (page.state = 'unknown' AND page.unknown_reason <> 'disallowed')
        OR page.state IN ('server-error', 'no-response')
        OR (page.state = 'ok' AND page.is_html AND NOT page.parsed)
        OR pages.cut_at IS NOT NULL
        OR pages.links > 10000
    )

/*
---
severity: notice
cause: has indexifembedded without noindex
confidence: high
basis: documented
engines: [google]
needs: [entries, pages, page_directives]
over: listed_pages
tag: robots
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
since: 0.1.0
---
# indexifembedded without noindex

## What it finds

A listed page with the robots directive `indexifembedded` and without `noindex` or `none`.

## Why it matters

Google uses `indexifembedded` only together with `noindex`: it allows indexing the content where
another page embeds it in an iframe. Alone it has no effect. Other search engines do not support it.

## How to fix it

Remove `indexifembedded` from the template, SEO plugin or server configuration. If the page should
only be indexed as embedded content, add `noindex` and remove the URL from the sitemap.

## Example

### indexifembedded alone

`entries`

| loc |
|---|
| https://example.com/a |

`page_directives`

| url | directive |
|---|---|
| https://example.com/a | indexifembedded |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | robots: indexifembedded without noindex | indexifembedded only with noindex | Remove indexifembedded | https://example.com/a | remove | robots | indexifembedded |

### With noindex

`entries`

| loc |
|---|
| https://example.com/a |

`page_directives`

| url | directive |
|---|---|
| https://example.com/a | indexifembedded |
| https://example.com/a | noindex |

finds:

nothing
*/
SELECT DISTINCT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(REPLACE(embedded.agent, '*', 'robots'), ': indexifembedded without noindex') AS observed,
    'indexifembedded only with noindex' AS expected,
    'Remove indexifembedded' AS fix,
    listed_pages.url AS change_url,
    'remove' AS action,
    'robots' AS place,
    'indexifembedded' AS "from"
FROM listed_pages
INNER JOIN page_directives AS embedded ON listed_pages.page_id = embedded.page_id
WHERE
    listed_pages.state = 'ok'
    AND embedded.directive = 'indexifembedded'
    AND NOT EXISTS (
        SELECT 1 FROM page_directives AS other
        WHERE
            other.page_id = embedded.page_id
            AND other.directive IN ('noindex', 'none')
    )

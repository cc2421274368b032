/*
---
severity: notice
confidence: high
basis: documented
engines: [google]
aliases: [indexifembedded-alone]
needs: [entries, pages, page_directives]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
since: 0.1.0
---
# Directive indexifembedded without noindex

## What it finds

A listed page with `indexifembedded` that has no `noindex` (or `none`) for the same bots.

## Why it matters

The directive lifts a noindex for where the page is embedded in another. Without a noindex it does
nothing.

## How to fix it

Take it out, or add the noindex that it belongs to and take the URL out of the sitemap.

## Example

### Alone

`entries`

| loc |
|---|
| https://example.com/a |

`page_directives`

| url | directive |
|---|---|
| https://example.com/a | indexifembedded |

finds:

| url | sitemap_url | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | robots: indexifembedded without noindex | both, or neither | https://example.com/a | remove | robots | indexifembedded |

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
    'both, or neither' AS expected,
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

/*
---
severity: warning
confidence: medium
basis: inferred
engines: [google, bing]
aliases: [page-status-unusual]
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown' AND unknown_reason <> 'unknown-status'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Listed URL with a status that leads nowhere

## What it finds

A URL in a sitemap that answers with a status that is neither a page, nor a redirect, nor an error:
300, 304, 305 or 306 without a Location, or a number that HTTP does not have.

## Why it matters

Such an answer has no page to be indexed. 304 (not modified) answers a question that nobody asked,
and is mostly the work of a cache that is set up wrongly.

## How to fix it

Make the server answer a plain GET request with 200 and the page.

## Example

### Not modified since nobody asked

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | status |
|---|---|
| https://example.com/a | 304 |
| https://example.com/b | 300 |
| https://example.com/c | 200 |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | status 304 | status 200 |
| https://example.com/b | https://example.com/sitemap.xml | status 300 | status 200 |

### A choice that names its first is a redirect

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 300 | https://example.com/b |
| https://example.com/b | 200 | |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT('status ', pages.status) AS observed,
    'status 200' AS expected
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.unknown_reason = 'unknown-status'

/*
---
severity: warning
cause: returns an unusual status code
confidence: medium
basis: inferred
engines: [google, bing]
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown' AND unknown_reason <> 'unknown-status'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# URL in sitemap returns an unusual status code

## What it finds

A URL in a sitemap that returns a status code that is neither a success, nor a redirect, nor an
error: 300, 304, 305 or 306 without a Location header, or a number that HTTP does not define.

## Why it matters

Such a response has no content that search engines can index. 304 (Not Modified) is only valid for a
conditional request; a misconfigured cache usually causes it.

## How to fix it

Configure the cache, CDN or application so that a plain GET request gets 200 and the page. For 304,
check which rule ignores that the request has no `If-Modified-Since` or `If-None-Match` header.

## Example

### 304 and 300

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Returns 304 | 200 | Return 200 with the page |
| https://example.com/b | https://example.com/sitemap.xml | Returns 300 | 200 | Return 200 with the page |

### 300 with a Location is a redirect

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
    CONCAT('Returns ', pages.status) AS observed,
    '200' AS expected,
    'Return 200 with the page' AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.unknown_reason = 'unknown-status'

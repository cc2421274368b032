/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-empty-body]
known_as:
  hreflang.org: ["Broken pages"]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Listed URL whose page is empty

## What it finds

A URL in a sitemap that answers with success and nothing: status 204 or 205, a body of no byte, or
HTML without a title, a heading or any text. Nothing else is said of such a page: it has no
canonical and no language either, and that is the same fault.

## Why it matters

Google takes an empty page for a soft 404 and does not index it.

## How to fix it

Find out why the page is empty: a template that failed, a script that has to run first, a cache that
kept an empty answer. Take the URL out of the sitemap if nothing belongs there.

## Example

### Three kinds of nothing

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`pages`

| url | status | bytes | words | title |
|---|---|---|---|---|
| https://example.com/a | 200 | 0 | | |
| https://example.com/b | 204 | | | |
| https://example.com/c | 200 | 120 | 0 | |
| https://example.com/d | 200 | 120 | 0 | A picture |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | no byte | a page with content |
| https://example.com/b | https://example.com/sitemap.xml | status 204 | a page with content |
| https://example.com/c | https://example.com/sitemap.xml | no title, heading or text | a page with content |

### A redirect and an error have empty bodies of their own right

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | status | location | bytes |
|---|---|---|---|
| https://example.com/a | 301 | https://example.com/c | 0 |
| https://example.com/b | 404 | | 0 |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CASE
        WHEN pages.status IN (204, 205) THEN CONCAT('status ', pages.status)
        WHEN pages.bytes = 0 THEN 'no byte'
        ELSE 'no title, heading or text'
    END AS observed,
    'a page with content' AS expected
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.fault = 'empty'

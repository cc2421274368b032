/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-html-as-text]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "state = 'unknown'"
see:
  - https://mimesniff.spec.whatwg.org/#determining-the-computed-mime-type-of-a-resource
  - https://developers.google.com/search/docs/crawling-indexing/indexable-file-types
since: 0.2.0
---
# Listed HTML page served as text or another type

## What it finds

A listed URL that returns 200 with a page of HTML (it begins with a doctype, `<html>` or `<head>`) and
a Content-Type of another kind, such as `text/plain`. XML is left out, and so is what ends in `.txt`:
that may be the source on purpose.

## Why it matters

By its Content-Type it is no HTML. Browsers show the source. Title, canonical, hreflang and robots are
not read.

## How to fix it

Send `Content-Type: text/html; charset=utf-8`: look at the server's types by file name (a page without
an ending gets the default type) and at what the application sets.

## Example

### HTML as plain text, and plain text

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/source.txt |

`pages`

| url | content_type | looks_like_html |
|---|---|---|
| https://example.com/a | text/plain | true |
| https://example.com/b | text/plain | false |
| https://example.com/c | text/html | |
| https://example.com/source.txt | text/plain | true |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | HTML as text/plain | text/html | Content-Type: text/html | https://example.com/a | replace | header | Content-Type: text/plain | Content-Type: text/html |

### Not fetched

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | error |
|---|---|
| https://example.com/a | resolver |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT('HTML as ', pages.content_type) AS observed,
    'text/html' AS expected,
    'Content-Type: text/html' AS fix,
    listed_pages.url AS change_url,
    'replace' AS action,
    'header' AS place,
    CONCAT('Content-Type: ', pages.content_type) AS "from",
    'Content-Type: text/html' AS "to"
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE
    listed_pages.state = 'ok'
    AND pages.looks_like_html
    AND SPLIT_PART(listed_pages.url, '?', 1) NOT LIKE '%.txt'

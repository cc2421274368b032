/*
---
severity: error
keeps_out: pages
cause: has HTML under another Content-Type
confidence: high
basis: documented
engines: [google, bing]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "state = 'unknown'"
see:
  - https://mimesniff.spec.whatwg.org/#determining-the-computed-mime-type-of-a-resource
  - https://developers.google.com/search/docs/crawling-indexing/indexable-file-types
since: 0.2.0
---
# HTML page with wrong Content-Type

## What it finds

A listed URL that returns 200 with an HTML document (it begins with a doctype, `<html>` or `<head>`)
and another Content-Type, such as `text/plain`. XML types and URLs that end in `.txt` are not
reported.

## Why it matters

Browsers and search engines process a response by its Content-Type. Browsers show the source code;
Google does not read the title, canonical, hreflang and robots meta tags of a text file.

## How to fix it

Set `Content-Type: text/html; charset=utf-8` on the server. Check its table of file types (a URL
without an extension gets the default type), the CDN and the header that the application sends.

## Example

### HTML sent as text/plain; plain text

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
| https://example.com/a | https://example.com/sitemap.xml | HTML with Content-Type: text/plain | Content-Type: text/html | Set Content-Type: text/html | https://example.com/a | replace | header | Content-Type: text/plain | Content-Type: text/html |

### Not checked: page not fetched

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
    CONCAT('HTML with Content-Type: ', pages.content_type) AS observed,
    'Content-Type: text/html' AS expected,
    'Set Content-Type: text/html' AS fix,
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

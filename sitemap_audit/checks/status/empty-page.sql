/*
---
severity: error
keeps_out: pages
cause: returns an empty page
confidence: high
basis: documented
engines: [google, bing]
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
# Empty page in sitemap

## What it finds

A URL in a sitemap that returns 204 or 205, a body of 0 bytes, or HTML without a title of which
nothing is shown: no text (in the navigation neither), no image, video, frame, form field or
drawing, and nothing that a script may write or fill. Other checks skip such a page: its missing
canonical or language has the same cause.

## Why it matters

Google treats an empty page as a soft 404 and does not index it. With 204, Googlebot gets no
content.

## How to fix it

Find out why the template returns nothing: an error in the application, content that only JavaScript
adds, or a cache or CDN that stored an empty response. Remove the URL from the sitemap if there is
no page.

## Example

### 0 bytes, 204, no text

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`pages`

| url | status | bytes | words | title | shows_nothing |
|---|---|---|---|---|---|
| https://example.com/a | 200 | 0 | | | |
| https://example.com/b | 204 | | | | |
| https://example.com/c | 200 | 120 | 0 | | true |
| https://example.com/d | 200 | 120 | 0 | A picture | false |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 0 bytes | A page with content | Return the content, or remove from the sitemap |
| https://example.com/b | https://example.com/sitemap.xml | Returns 204 | A page with content | Return the content, or remove from the sitemap |
| https://example.com/c | https://example.com/sitemap.xml | No title, text or image | A page with content | Return the content, or remove from the sitemap |

### Redirects and errors may have an empty body

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
        WHEN pages.status IN (204, 205) THEN CONCAT('Returns ', pages.status)
        WHEN pages.bytes = 0 THEN '0 bytes'
        ELSE 'No title, text or image'
    END AS observed,
    'A page with content' AS expected,
    'Return the content, or remove from the sitemap' AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.fault = 'empty'

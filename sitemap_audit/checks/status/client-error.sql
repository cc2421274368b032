/*
---
severity: error
keeps_out: pages
cause: returns 4xx
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Ahrefs: ["4XX page in sitemap", "4XX page"]
  Google Search Console:
    - "URLs not accessible"
    - "Page indexing: Other 4xx"
    - "Submitted URL blocked due to other 4xx issue"
  Lumar: ["Error Pages in Sitemaps"]
  Screaming Frog:
    - "Response Codes: Internal Client Error (4XX)"
    - "Sitemaps: Non-Indexable URLs in Sitemap"
  Semrush: ["Incorrect pages found in sitemap.xml"]
  Sitebulb: ["XML Sitemaps: Not Found (4XX) URL"]
  squirrelscan: ["sitemap-4xx"]
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# URL in sitemap returns 4xx

## What it finds

A URL in a sitemap that returns a status from 400 to 499 other than 401, 403, 404, 410 and 429.
Those are reported by `status/forbidden`, `status/not-found` and `status/too-many-requests`.

## Why it matters

Google treats all 4xx status codes except 429 alike: it ignores the content and removes the URL from
the index. Google and Bing expect only URLs that return 200 in a sitemap.

## How to fix it

Request the URL with a plain GET (for example with `curl -i`) and read the server's log for the
reason. If there is no page, remove the URL in the sitemap generator.

## Example

### 400, and statuses that other checks report

`entries`

| loc |
|---|
| https://example.com/odd |
| https://example.com/old |
| https://example.com/members |
| https://example.com/busy |

`pages`

| url | status |
|---|---|
| https://example.com/odd | 400 |
| https://example.com/old | 404 |
| https://example.com/members | 403 |
| https://example.com/busy | 429 |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/odd | https://example.com/sitemap.xml | Returns 400 | 200 | Return 200, or remove from the sitemap |

### A page that returns 200

`entries`

| loc |
|---|
| https://example.com/ |

`pages`

| url | status |
|---|---|
| https://example.com/ | 200 |

finds:

nothing
*/
SELECT
    page.url,
    page.sitemap_url,
    page.line,
    CONCAT('Returns ', page.status) AS observed,
    '200' AS expected,
    'Return 200, or remove from the sitemap' AS fix
FROM listed_pages AS page
INNER JOIN status_codes AS code ON page.status = code.status
WHERE page.state = 'client-error' AND code.meaning = 'client-error'

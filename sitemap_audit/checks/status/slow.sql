/*
---
severity: notice
cause: responds slowly
confidence: medium
basis: advisory
engines: [google, bing]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: >-
  state = 'unknown' OR is_cached OR url_key IN (SELECT unsure.url_key FROM pages AS unsure WHERE
  unsure.latency > 3 AND COALESCE(unsure.first_status, 0) <> 200)
parameters: {max_seconds: 3.0}
see:
  - https://developers.google.com/search/docs/crawling-indexing/large-site-managing-crawl-budget
since: 0.1.0
---
# Slow server response (TTFB)

## What it finds

A listed URL whose response took longer than 3 seconds (`max_seconds`) to begin (time to first
byte), at two requests: a page over 3 seconds is requested again at the end of the audit, when the
load is low. At most 20 such pages are requested again; others are not checked. If you set
`max_seconds` below 3, pages up to 3 seconds are reported after one request.

## Why it matters

Google crawls fewer URLs of a host that responds slowly (crawl capacity limit), so new and changed
pages are found later.

## How to fix it

Check what the slow pages have in common; the report groups them by URL pattern. Usually a page
cache (CMS plugin, reverse proxy, CDN) in front of the application helps.

## Example

### 4 seconds, and 0.1 seconds

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | latency | first_status |
|---|---|---|
| https://example.com/a | 4.04 | 200 |
| https://example.com/b | 0.1 | |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 4.0 s to first byte, again on retry | At most 3.0 s | Check caching and the response time of the server |

### A slow error response

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | latency |
|---|---|---|
| https://example.com/a | 500 | 9 |

finds:

nothing

### Not checked: response from the HTTP cache

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | latency | cached_at |
|---|---|---|
| https://example.com/a | | 2026-01-02 03:04:05 |

finds:

nothing
*/
WITH found AS (
    SELECT
        id,
        CONCAT(
            CAST(ROUND(latency, 1) AS VARCHAR),
            ' s to first byte',
            CASE WHEN first_status = 200 THEN ', again on retry' END
        ) AS observed,
        CONCAT('At most ', CAST($max_seconds AS VARCHAR), ' s') AS expected
    FROM pages
    WHERE latency > $max_seconds AND (first_status = 200 OR latency <= 3.0)
)

SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    found.observed,
    found.expected,
    'Check caching and the response time of the server' AS fix
FROM listed_pages
INNER JOIN found ON listed_pages.page_id = found.id
WHERE listed_pages.state = 'ok'

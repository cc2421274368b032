/*
---
severity: notice
confidence: medium
basis: advisory
engines: [google, bing]
aliases: [page-slow]
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
# Listed page responds slowly

## What it finds

A listed URL that took longer than `max_seconds` until its response began, at two requests: when it
takes over 3 seconds it is requested again at the end of the audit, when little else is. At most 20
such pages are; further ones are not checked. With a lower `max_seconds`, a page that took at most 3
seconds is judged by its one request.

## Why it matters

Search engines crawl slow hosts less, so that they find new pages later.

## How to fix it

Look at what the slow pages have in common: the report groups them by pattern. A cache before the
application usually helps.

## Example

### Four seconds, and a tenth of one

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

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 4.0 s, at the second request too | at most 3.0 s |

### An error may take its time

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

### A page from the cache says nothing of today

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
            ' s',
            CASE WHEN first_status = 200 THEN ', at the second request too' END
        ) AS observed,
        CONCAT('at most ', CAST($max_seconds AS VARCHAR), ' s') AS expected
    FROM pages
    WHERE latency > $max_seconds AND (first_status = 200 OR latency <= 3.0)
)

SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    found.observed,
    found.expected
FROM listed_pages
INNER JOIN found ON listed_pages.page_id = found.id
WHERE listed_pages.state = 'ok'

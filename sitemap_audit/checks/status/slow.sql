/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google, bing]
aliases: [page-slow]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "state = 'unknown' OR is_cached"
parameters: {max_seconds: 3.0}
see:
  - https://developers.google.com/search/docs/crawling-indexing/large-site-managing-crawl-budget
since: 0.1.0
---
# Listed page that is slow to answer

## What it finds

A listed URL that took longer than `max_seconds` until its answer began. It is one request from one
place, under the load of the audit, so it says less about one page than about many.

## Why it matters

Search engines fetch less from hosts that are slow, so that new pages are found later.

## How to fix it

Look at what the slow pages have in common: the summary groups them by pattern. A cache before the
application mostly helps.

## Example

### Four seconds, and a tenth of one

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | latency |
|---|---|
| https://example.com/a | 4.04 |
| https://example.com/b | 0.1 |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 4.0 s | at most 3.0 s |

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
        CONCAT(CAST(ROUND(latency, 1) AS VARCHAR), ' s') AS observed,
        CONCAT('at most ', CAST($max_seconds AS VARCHAR), ' s') AS expected
    FROM pages
    WHERE latency > $max_seconds
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

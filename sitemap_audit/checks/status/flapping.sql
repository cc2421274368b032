/*
---
severity: notice
confidence: high
basis: inferred
engines: [google, bing]
aliases: [page-flapping]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Listed URL failed at first, then returned 200

## What it finds

A listed URL that returned a server error, or no response, at the first request and 200 when it was
requested again: at once, or more slowly at the end of the audit. A 429, and a 503 with `Retry-After`,
ask for fewer requests and are not counted.

## Why it matters

Search engines meet the same failures. Where they meet many, they crawl the whole host less.

## How to fix it

Look into the server's log at the time of the audit: a limit of requests, a cache that is being
filled, an overloaded backend. If the audit itself was the load, run it with a lower `--concurrency` or
with a `--delay`.

## Example

### One that came back, one that did not, one that never failed

`entries`

| loc | line |
|---|---|
| https://example.com/busy | 3 |
| https://example.com/slow | 4 |
| https://example.com/broken | 5 |
| https://example.com/fine | 6 |

`pages`

| url | status | first_status | first_error |
|---|---|---|---|
| https://example.com/busy | 200 | 503 | |
| https://example.com/slow | 200 | | timeout |
| https://example.com/broken | 500 | 500 | |
| https://example.com/fine | 200 | | |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/busy | https://example.com/sitemap.xml | 3 | status 503 at first, status 200 later | status 200 at the first request |
| https://example.com/slow | https://example.com/sitemap.xml | 4 | Timed out at first, status 200 later | status 200 at the first request |
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(
        COALESCE(
            'status ' || CAST(pages.first_status AS VARCHAR), words.words, pages.first_error
        ),
        ' at first, status ',
        listed_pages.status,
        ' later'
    ) AS observed,
    'status 200 at the first request' AS expected
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
LEFT JOIN plain_words AS words ON words.topic = 'error' AND pages.first_error = words.code
WHERE
    listed_pages.state = 'ok'
    AND (pages.first_status >= 400 OR pages.first_error IS NOT NULL)

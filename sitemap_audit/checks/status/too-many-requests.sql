/*
---
severity: warning
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-429]
known_as:
  Screaming Frog: ["Response Codes: Internal Client Error (4XX)"]
needs: [pages]
over: hosts
when: "answered > 0"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Host that asks for fewer requests

## What it finds

A host that answered 429 (too many requests) to some of the audit's requests, after waiting and
trying again. One finding per host. The pages that answered so are unknown, not broken.

## Why it matters

The audit does not know these pages. And a host that turns a slow audit away may do the same to
search engines, which take 429 for a sign of overload and crawl less.

## How to fix it

Audit again with fewer requests at once and a delay. If the host answers 429 at a pace that a search
engine would keep, raise its limit.

## Example

### One of three answers

`pages`

| url | status |
|---|---|
| https://example.com/a | 200 |
| https://example.com/b | 429 |
| https://example.com/c | 200 |

finds:

| url | observed | expected |
|---|---|---|
| https://example.com/b | 429 to 1 of 3 requests | answers |

### No complaint

`pages`

| url | status |
|---|---|
| https://example.com/a | 200 |
| https://example.com/b | 404 |

finds:

nothing

### A wall is another matter

`pages`

| url | status |
|---|---|
| https://example.com/1 | 429 |
| https://example.com/2 | 429 |
| https://example.com/3 | 429 |
| https://example.com/4 | 429 |
| https://example.com/5 | 429 |
| https://example.com/6 | 429 |
| https://example.com/7 | 429 |
| https://example.com/8 | 429 |
| https://example.com/9 | 429 |
| https://example.com/10 | 429 |

finds:

nothing
*/
SELECT
    MIN(pages.url) AS url,
    CONCAT(
        '429 to ',
        hosts.throttled,
        ' of ',
        hosts.pages,
        ' requests',
        CASE
            WHEN hosts.left_urls > 0
                THEN CONCAT('; ', hosts.left_urls, ' URLs were not requested after that')
        END
    ) AS observed,
    'answers' AS expected
FROM hosts
INNER JOIN pages ON hosts.host = SPLIT_PART(pages.url, '/', 3) AND pages.status = 429
WHERE NOT hosts.walled AND NOT hosts.unavailable
GROUP BY hosts.host, hosts.throttled, hosts.pages, hosts.left_urls

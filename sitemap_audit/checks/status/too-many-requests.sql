/*
---
severity: warning
cause: "{host} returns 429 (too many requests)"
confidence: high
basis: documented
engines: [google, bing]
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
# Host returns 429 (too many requests)

## What it finds

A host that returned 429 (Too Many Requests) to some of the audit's requests, after waiting and
retrying. There is one finding per host. The URLs that returned 429 are not checked.

## Why it matters

The content of these URLs is not checked. Google treats 429 like 5xx: it slows down crawling of the
host. A host that limits a slow audit may limit Googlebot and Bingbot too.

## How to fix it

Audit again with a lower `--concurrency` and a `--delay`. If the host returns 429 at the speed of a
search engine, raise the rate limit on the server, firewall or CDN.

## Example

### One of three URLs returns 429

`pages`

| url | status |
|---|---|
| https://example.com/a | 200 |
| https://example.com/b | 429 |
| https://example.com/c | 200 |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/b | 1 of 3 URLs still returned 429 on retry | 200 | Use a lower --concurrency or a --delay, or raise the rate limit of the host |

### No 429

`pages`

| url | status |
|---|---|
| https://example.com/a | 200 |
| https://example.com/b | 404 |

finds:

nothing

### Bot protection: every URL returns 429

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
        FORMAT_NUMBER(hosts.throttled, 0),
        ' of ',
        FORMAT_NUMBER(hosts.pages, 0),
        ' URLs still returned 429 on retry',
        CASE
            WHEN hosts.left_urls > 0
                THEN CONCAT('; ', hosts.left_urls, ' not requested')
        END
    ) AS observed,
    '200' AS expected,
    'Use a lower --concurrency or a --delay, or raise the rate limit of the host' AS fix
FROM hosts
INNER JOIN pages
    ON
        hosts.origin = CONCAT(SPLIT_PART(pages.url, '/', 1), '//', SPLIT_PART(pages.url, '/', 3))
        AND pages.status = 429
WHERE NOT hosts.has_bot_protection AND NOT hosts.unavailable
GROUP BY hosts.origin, hosts.throttled, hosts.pages, hosts.left_urls

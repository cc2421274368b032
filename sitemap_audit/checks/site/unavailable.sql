/*
---
severity: error
keeps_out: host
confidence: high
basis: documented
engines: [google, bing]
needs: [entries, pages]
over: hosts
when: "listed_urls > 0"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.rfc-editor.org/rfc/rfc9110.html#section-15.6.4
since: 0.1.0
---
# Host returns 503

## What it finds

A host that returns 503 (Service Unavailable) to all of its listed URLs, two at least. Or one that
returned 503 until the audit had waited for it as long as it may (`--max-wait`), so that further URLs
were not requested. One finding for each host; the URL is the first of its listed ones. A single URL
that returns 503 on a host that responds is no such case.

## Why it matters

The listed URLs are not checked. Google crawls a host more slowly when it returns 503, and removes URLs
from the index that return it for days.

## How to fix it

Look whether the site is in maintenance mode, or overloaded. End the maintenance, or audit again when
it is over: `sitemap-audit resume` requests what is left. If the server cannot take the audit's
requests, audit it with a lower `--concurrency` or a `--delay`.

## Example

### All of three URLs

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | status | retry_after |
|---|---|---|
| https://example.com/a | 503 | 120 |
| https://example.com/b | 503 | 120 |
| https://example.com/c | 503 | |

finds:

| url | observed | expected |
|---|---|---|
| https://example.com/a | 503 to all of 3 URLs | status 200 |

### A host that went into maintenance and was given up

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`pages`

| url | status | error | attempts |
|---|---|---|---|
| https://example.com/a | 200 | | 1 |
| https://example.com/b | 503 | | 3 |
| https://example.com/c | | throttled | 2 |
| https://example.com/d | | throttled | 0 |

finds:

| url | observed | expected |
|---|---|---|
| https://example.com/a | 503 to 2 of 4 URLs; 1 not requested after that | status 200 |

### One URL that returns 503, and a host that is not in the sitemap

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | status | role |
|---|---|---|
| https://example.com/a | 200 | listed |
| https://example.com/b | 503 | listed |
| https://elsewhere.example/1 | 503 | alternate |
| https://elsewhere.example/2 | 503 | alternate |

finds:

nothing

### A bot protection that returns 503, and 429 alone, are other findings

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://shop.example.com/a |
| https://shop.example.com/b |

`pages`

| url | status | challenge |
|---|---|---|
| https://example.com/a | 503 | captcha |
| https://example.com/b | 503 | captcha |
| https://shop.example.com/a | 429 | |
| https://shop.example.com/b | 429 | |

finds:

nothing
*/
SELECT
    MIN(pages.url) AS url,
    CONCAT(
        '503 to ',
        CASE
            WHEN hosts.refused_urls = hosts.listed_urls THEN 'all'
            ELSE CAST(hosts.refused_urls AS VARCHAR)
        END,
        ' of ',
        hosts.listed_urls,
        ' URLs',
        CASE
            WHEN hosts.left_urls > 0
                THEN CONCAT('; ', hosts.left_urls, ' not requested after that')
        END
    ) AS observed,
    'status 200' AS expected
FROM hosts
INNER JOIN pages ON hosts.host = SPLIT_PART(pages.url, '/', 3)
INNER JOIN listed ON pages.url_key = listed.url_key
WHERE
    hosts.unavailable
    OR (hosts.given_up AND hosts.returned_503 > 0 AND hosts.refused_urls > 0)
GROUP BY hosts.host, hosts.refused_urls, hosts.listed_urls, hosts.left_urls

/*
---
severity: error
keeps_out: host
cause: "{host} returns 503"
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

The host returns 503 (Service Unavailable) for all of its listed URLs, at least two. Or it returned
503 until `--max-wait` was over, so that further URLs were not requested. There is one finding for
each host; its URL is the first listed one. A single URL that returns 503 is not reported here.

## Why it matters

The listed URLs are not checked. Google crawls a host more slowly while it returns 503, and removes
URLs that return it for days from the index.

## How to fix it

Turn the maintenance mode off in the CMS or server if it is on, or check whether the server is
overloaded. Then request the remaining URLs with `sitemap-audit resume`. If the server cannot take
the audit's requests, use a lower `--concurrency` or a `--delay`.

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

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a | Returns 503 for all 3 URLs | 200 | Return 200, then run sitemap-audit resume |

### A host that went into maintenance during the audit

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

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a | Returns 503 for 2 of 4 URLs; 1 not requested | 200 | Return 200, then run sitemap-audit resume |

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

### Bot protection with 503, and only 429, are not reported here

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
        'Returns 503 for ',
        CASE
            WHEN hosts.refused_urls = hosts.listed_urls THEN 'all '
            ELSE CONCAT(FORMAT_NUMBER(hosts.refused_urls, 0), ' of ')
        END,
        FORMAT_NUMBER(hosts.listed_urls, 0),
        ' URLs',
        CASE
            WHEN hosts.left_urls > 0
                THEN CONCAT('; ', FORMAT_NUMBER(hosts.left_urls, 0), ' not requested')
        END
    ) AS observed,
    '200' AS expected,
    'Return 200, then run sitemap-audit resume' AS fix
FROM hosts
INNER JOIN pages
    ON hosts.origin = CONCAT(SPLIT_PART(pages.url, '/', 1), '//', SPLIT_PART(pages.url, '/', 3))
INNER JOIN listed ON pages.url_key = listed.url_key
WHERE
    hosts.unavailable
    OR (hosts.given_up AND hosts.returned_503 > 0 AND hosts.refused_urls > 0)
GROUP BY hosts.origin, hosts.refused_urls, hosts.listed_urls, hosts.left_urls

/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [sitemap-unreachable]
known_as:
  Ahrefs: ["Sitemap is not accessible"]
  Google Search Console:
    - "Couldn't fetch"
    - "Sitemap could not be read"
    - "General HTTP error"
    - "Temporary error"
  Yandex:
    - "Not indexed"
    - "Connection lost"
    - "DNS error"
    - "Connection failed"
    - "Incorrect HTTP response"
needs: [sitemaps, robots]
over: sitemap_states
when: "is_promised AND found_by <> 'index'"
unknown: "state = 'unknown'"
see:
  - https://support.google.com/webmasters/answer/7451001
  - https://yandex.com/support/webmaster/en/indexing-options/sitemap
since: 0.1.0
---
# Sitemap that does not answer

## What it finds

A sitemap that robots.txt, a page or the user names and that brings no whole answer, also when asked
again: no such host, no connection, a bad certificate, a time-out, or a body that breaks off. Also
one whose host could not even be asked for its robots.txt, because there is no such host or nothing
listens there.

## Why it matters

Search engines get nothing from the file, or only its beginning.

## How to fix it

See to it that the host answers at that address, with a valid certificate and the whole file. A file
that is made anew for each request may be too slow: store it.

## Example

### A time-out and a body that breaks off

`sitemaps`

| url | status | error | error_detail |
|---|---|---|---|
| https://example.com/a.xml | | timeout | no answer within 30 s |
| https://example.com/b.xml | 200 | truncated | |
| https://example.com/c.xml | 200 | | |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/a.xml | timeout: no answer within 30 s | status 200 and the whole file |
| https://example.com/b.xml | truncated | status 200 and the whole file |

### We may not ask, so it is not known

`sitemaps`

| url | error |
|---|---|
| https://example.com/a.xml | robots-unreachable |

finds:

nothing

### A host that there is not

`robots`

| origin | status | error | error_detail |
|---|---|---|---|
| https://old.example.com | | dns | no such host |
| https://slow.example.com | | timeout | took longer than 30 seconds |

`sitemaps`

| url | found_by | status | error |
|---|---|---|---|
| https://old.example.com/sitemap.xml | robots | | robots-unreachable |
| https://slow.example.com/sitemap.xml | robots | | robots-unreachable |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://old.example.com/sitemap.xml | dns: no such host | status 200 and the whole file |
*/
SELECT
    sitemap.url AS sitemap_url,
    sitemap.found_in AS related_url,
    CASE
        WHEN robots.origin IS NULL THEN CONCAT_WS(': ', sitemap.error, sitemap.error_detail)
        ELSE CONCAT_WS(': ', robots.error, robots.error_detail)
    END AS observed,
    'status 200 and the whole file' AS expected
FROM sitemap_states AS sitemap
LEFT JOIN robots
    ON
        sitemap.error = 'robots-unreachable'
        AND CONCAT(SPLIT_PART(sitemap.url, '/', 1), '//', SPLIT_PART(sitemap.url, '/', 3))
        = robots.origin
        AND robots.status IS NULL
        AND robots.redirects = 0
        AND robots.error IN ('dns', 'no-address', 'refused', 'unreachable')
WHERE
    sitemap.is_promised
    AND sitemap.found_by <> 'index'
    AND (sitemap.state = 'unreachable' OR robots.origin IS NOT NULL)

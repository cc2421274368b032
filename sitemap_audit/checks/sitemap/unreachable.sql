/*
---
severity: error
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [sitemap-unreachable]
needs: [sitemaps]
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
again: no such host, no connection, a bad certificate, a time-out, or a body that breaks off.

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
*/
SELECT
    url AS sitemap_url,
    found_in AS related_url,
    CONCAT_WS(': ', error, error_detail) AS observed,
    'status 200 and the whole file' AS expected
FROM sitemap_states
WHERE
    is_promised
    AND found_by <> 'index'
    AND state = 'unreachable'

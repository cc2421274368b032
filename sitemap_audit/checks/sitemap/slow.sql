/*
---
severity: warning
cause: responds slowly
confidence: medium
basis: advisory
engines: [google, bing, yandex]
needs: [sitemaps]
over: sitemap_states
when: "state = 'ok'"
unknown: "latency IS NULL"
parameters: {max_latency: 5, max_seconds: 20, min_bytes_per_second: 100000}
see:
  - https://support.google.com/webmasters/answer/7451001
  - https://developers.google.com/search/docs/crawling-indexing/large-site-managing-crawl-budget
since: 0.1.0
---
# Slow sitemap

## What it finds

The first byte of a sitemap arrives after more than five seconds, or the download takes more than 20
seconds at less than 100,000 bytes per second. A large file at a normal speed is not reported.

## Why it matters

Crawlers wait only a limited time for a file, and Google crawls a slow host less. A sitemap that is
generated for each request becomes slower as the site grows, until it times out.

## How to fix it

Cache the sitemap on the server or CDN, or write it to disk when content changes, instead of
generating it for each request. Smaller sitemaps in a sitemap index help too.

## Example

### A slow first byte, a slow download

`sitemaps`

| url | bytes | latency | seconds |
|---|---|---|---|
| https://example.com/a.xml | 90000 | 7.24 | 7.5 |
| https://example.com/b.xml | 900000 | 0.2 | 40.0 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml | First byte after 7.2 s, complete after 7.5 s | First byte within 5 s, complete within 20 s | Return the sitemap from disk or a cache |
| https://example.com/b.xml | First byte after 0.2 s, complete after 40.0 s | First byte within 5 s, complete within 20 s | Return the sitemap from disk or a cache |

### A large file at a normal speed

`sitemaps`

| url | bytes | latency | seconds |
|---|---|---|---|
| https://example.com/a.xml | 50000000 | 4.9 | 60.0 |
| https://example.com/b.xml | 900 | 0.1 | 0.1 |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    CONCAT(
        'First byte after ' || ROUND(latency, 1) || ' s, ',
        'complete after ' || ROUND(seconds, 1) || ' s'
    ) AS observed,
    CONCAT(
        'First byte within ', $max_latency, ' s, complete within ', $max_seconds, ' s'
    ) AS expected,
    'Return the sitemap from disk or a cache' AS fix
FROM sitemap_states
WHERE
    state = 'ok'
    AND (
        latency > $max_latency
        OR (seconds > $max_seconds AND bytes / seconds < $min_bytes_per_second)
    )

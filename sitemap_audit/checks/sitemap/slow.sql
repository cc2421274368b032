/*
---
severity: warning
confidence: medium
basis: advisory
engines: [google, bing, yandex]
aliases: [sitemap-slow]
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
# Sitemap that is slow to come

## What it finds

A sitemap whose first byte takes more than five seconds, or that comes with less than 100,000 bytes
a second and takes more than 20 seconds in all. A big file on a sound line is not reported.

## Why it matters

Crawlers wait for a file for a limited time, and ask a slow host for less. A sitemap that is made
anew for each request grows slower with the site until it is not read at all.

## How to fix it

Write the file to disk or to a cache when something changes, and serve that. Smaller files, listed
in an index, help too.

## Example

### A late answer and a slow line

`sitemaps`

| url | bytes | latency | seconds |
|---|---|---|---|
| https://example.com/a.xml | 90000 | 7.24 | 7.5 |
| https://example.com/b.xml | 900000 | 0.2 | 40.0 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/a.xml | first byte after 7.2 s, all after 7.5 s | first byte within 5 s, all within 20 s |
| https://example.com/b.xml | first byte after 0.2 s, all after 40.0 s | first byte within 5 s, all within 20 s |

### A big file on a sound line

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
        'first byte after ' || ROUND(latency, 1) || ' s, ',
        'all after ' || ROUND(seconds, 1) || ' s'
    ) AS observed,
    CONCAT('first byte within ', $max_latency, ' s, all within ', $max_seconds, ' s') AS expected
FROM sitemap_states
WHERE
    state = 'ok'
    AND (
        latency > $max_latency
        OR (seconds > $max_seconds AND bytes / seconds < $min_bytes_per_second)
    )

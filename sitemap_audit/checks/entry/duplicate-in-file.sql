/*
---
severity: warning
confidence: high
basis: advisory
engines: [protocol, google, bing, yandex]
aliases: [loc-duplicate-in-file, loc-equivalent-in-file]
needs: [entries]
over: entries
when: "kind = 'url' AND url_key IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
since: 0.1.0
---
# Entry repeated in its sitemap

## What it finds

A URL that one sitemap lists more than once, written in the same way or in another way that means
the same (host in capitals, `:443`, `%7E` for `~`). One finding a URL and file, at its last entry.

## Why it matters

The entry counts twice against the limit of 50,000, and where the two disagree on `lastmod` or on
alternates, neither can be relied upon.

## How to fix it

List each URL once. Mostly the generator joins several lists without taking out what is in both.

## Example

### Listed three times, once in another spelling

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 6 |
| https://example.com/a | 9 |
| HTTPS://EXAMPLE.com:443/a | 12 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 12 | listed 3 times, first as entry 1 | listed once |
*/
SELECT
    MIN(url) AS url,
    sitemap_url,
    MAX(line) AS line,
    CONCAT('listed ', COUNT(*), ' times, first as entry ', MIN(position)) AS observed,
    'listed once' AS expected
FROM entries
WHERE kind = 'url' AND url_key IS NOT NULL
GROUP BY sitemap_id, sitemap_url, url_key
HAVING COUNT(*) > 1

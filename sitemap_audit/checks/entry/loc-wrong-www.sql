/*
---
severity: error
confidence: high
basis: documented
engines: [protocol, google, yandex]
aliases: [loc-wrong-www]
needs: [entries]
over: entries
when: "url IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html#location
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Entry on the other www variant

## What it finds

An entry whose host differs from its sitemap's by `www.` alone. A sitemap index's own entries count
too.

## Why it matters

With and without `www.` are two hosts, and a sitemap may list URLs of its own host only. Mostly the
listed address redirects, too.

## How to fix it

Set the site's address in the generator to the variant that the site uses, and serve the sitemap
from the same.

## Example

### A sitemap on www that lists the bare host

`entries`

| sitemap_url | loc | line |
|---|---|---|
| https://www.example.com/sitemap.xml | https://example.com/a | 3 |
| https://www.example.com/sitemap.xml | https://www.example.com/b | 6 |
| https://www.example.com/sitemap.xml | https://shop.example.com/c | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://www.example.com/sitemap.xml | 3 | example.com | www.example.com | https://www.example.com/a |
*/
SELECT
    url,
    sitemap_url,
    line,
    SPLIT_PART(url, '/', 3) AS observed,
    SPLIT_PART(sitemap_url, '/', 3) AS expected,
    REPLACE(
        url,
        CONCAT('://', SPLIT_PART(url, '/', 3)),
        CONCAT('://', SPLIT_PART(sitemap_url, '/', 3))
    ) AS fix
FROM entries
WHERE
    SPLIT_PART(url, '/', 3) = CONCAT('www.', SPLIT_PART(sitemap_url, '/', 3))
    OR SPLIT_PART(sitemap_url, '/', 3) = CONCAT('www.', SPLIT_PART(url, '/', 3))

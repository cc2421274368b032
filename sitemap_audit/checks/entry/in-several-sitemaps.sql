/*
---
severity: notice
confidence: medium
basis: advisory
engines: [protocol, google, bing, yandex]
aliases: [url-in-multiple-sitemaps]
needs: [entries]
over: listed
see:
  - https://www.sitemaps.org/protocol.html#index
since: 0.1.0
---
# URL in several sitemaps

## What it finds

A URL that two sitemap files or more list as entries of the same kind. A page that is in the main
sitemap and in one for news, images or videos is in order.

## Why it matters

It makes the figures in Search Console hard to read, and the copies drift apart: one says another
`lastmod` than the other.

## How to fix it

List each URL in one sitemap. Mostly an old generator's files were left in place.

## Example

### Listed in two files, and beside that in one for images

`entries`

| sitemap_url | loc | line | images |
|---|---|---|---|
| https://example.com/a.xml | https://example.com/1 | 3 | 0 |
| https://example.com/b.xml | https://example.com/1 | 6 | 0 |
| https://example.com/a.xml | https://example.com/2 | 9 | 0 |
| https://example.com/images.xml | https://example.com/2 | 12 | 4 |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/1 | https://example.com/a.xml | https://example.com/b.xml | 2 sitemaps | 1 sitemap |
*/
SELECT
    MIN(url) AS url,
    MIN(sitemap_url) AS sitemap_url,
    MAX(sitemap_url) AS related_url,
    CONCAT(COUNT(DISTINCT sitemap_url), ' sitemaps') AS observed,
    '1 sitemap' AS expected
FROM entries
WHERE kind = 'url' AND url_key IS NOT NULL
GROUP BY url_key, images > 0, videos > 0, news > 0
HAVING MIN(sitemap_url) <> MAX(sitemap_url)

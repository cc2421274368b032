/*
---
severity: notice
confidence: medium
basis: advisory
engines: [protocol, google, bing, yandex]
aliases: [url-in-multiple-sitemaps]
known_as:
  Ahrefs: ["Page in multiple sitemaps"]
  Screaming Frog: ["Sitemaps: URLs In Multiple Sitemaps"]
  Sitebulb: ["XML Sitemaps: URL in multiple XML Sitemaps"]
needs: [sitemaps, entries]
over: listed
see:
  - https://www.sitemaps.org/protocol.html#index
since: 0.1.0
---
# URL in several sitemaps

## What it finds

A URL that two sitemap files or more list. A page that is in the main sitemap and besides in one for
images, videos or news, or in a feed of what is new, is in order. A file is for these where every page in it has some and its name
says so, or where it says nothing else of any page; images within the main sitemap do not make it
one.

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

| url | sitemap_url | related_url | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/1 | https://example.com/a.xml | https://example.com/b.xml | 2 sitemaps | 1 sitemap | https://example.com/b.xml | remove | loc | https://example.com/1 |

### Twice in sitemaps of pages, of which one tells the images too

`entries`

| sitemap_url | loc | line | lastmod | images |
|---|---|---|---|---|
| https://example.com/posts.xml | https://example.com/1 | 3 | 2026-01-01 | 2 |
| https://example.com/old.xml | https://example.com/1 | 6 | 2025-01-01 | 0 |

finds:

| url | sitemap_url | related_url | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/1 | https://example.com/old.xml | https://example.com/posts.xml | 2 sitemaps | 1 sitemap | https://example.com/posts.xml | remove | loc | https://example.com/1 |
*/
SELECT
    MIN(entries.url) AS url,
    MIN(entries.sitemap_url) AS sitemap_url,
    MAX(entries.sitemap_url) AS related_url,
    CONCAT(COUNT(DISTINCT entries.sitemap_url), ' sitemaps') AS observed,
    '1 sitemap' AS expected,
    MAX(entries.sitemap_url) AS change_url,
    'remove' AS action,
    'loc' AS place,
    ARG_MAX(entries.loc, entries.sitemap_url) AS "from"
FROM entries
INNER JOIN listed ON entries.url_key = listed.url_key
INNER JOIN sitemap_purposes ON entries.sitemap_url = sitemap_purposes.sitemap_url
WHERE entries.kind = 'url' AND listed.sitemaps > 1
GROUP BY entries.url_key, sitemap_purposes.purpose
HAVING MIN(entries.sitemap_url) <> MAX(entries.sitemap_url)

/*
---
severity: error
keeps_out: pages
confidence: high
basis: advisory
engines: [protocol, google, bing, yandex]
aliases: [sitemap-none-found]
known_as:
  Semrush: ["Sitemap.xml not found"]
  squirrelscan: ["sitemap-exists"]
needs: [sitemaps]
over: sitemap_searches
unknown: "found = 0 AND open_ends > 0"
see:
  - https://www.sitemaps.org/protocol.html#informing
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# No sitemap found

## What it finds

A site whose robots.txt and home page name no sitemap, and where none of the usual addresses
(`/sitemap.xml`, `/sitemap_index.xml` and the like) answers with one.

## Why it matters

Search engines find the site's pages only by following links. Pages that are new, or to which few
links lead, are found late or not at all.

## How to fix it

Make a sitemap of the pages that are to be found, and name it in robots.txt: `Sitemap:
https://www.example.com/sitemap.xml`. If there is one at another address, name that.

## Example

### Nothing at the usual addresses

`sitemaps`

| url | found_by | status | kind |
|---|---|---|---|
| https://example.com/sitemap.xml | guess | 404 | |
| https://example.com/sitemap_index.xml | guess | 200 | html |

finds:

| url | observed | expected |
|---|---|---|
| https://example.com/ | none at 2 usual addresses | a sitemap, named in robots.txt |

### One of them leads to a sitemap

`sitemaps`

| url | found_by | status | location |
|---|---|---|---|
| https://example.com/sitemap.xml | guess | 301 | https://www.example.com/map.xml |
| https://www.example.com/map.xml | redirect | 200 | |
| https://example.com/sitemap_index.xml | guess | 404 | |

finds:

nothing

### A sitemap that is named, and gone: it is not missing but broken

`robots_lines`

| field | value |
|---|---|
| sitemap | https://example.com/sitemap.xml |

`sitemaps`

| url | found_by | status |
|---|---|---|
| https://example.com/sitemap.xml | robots | 404 |

finds:

nothing

### One of them did not answer

`sitemaps`

| url | found_by | status |
|---|---|---|
| https://example.com/sitemap.xml | guess | 503 |
| https://example.com/sitemap_index.xml | guess | 404 |

finds:

nothing
*/
SELECT
    CONCAT(origin, '/') AS url,
    CONCAT('none at ', tried, ' usual addresses') AS observed,
    'a sitemap, named in robots.txt' AS expected
FROM sitemap_searches
WHERE found = 0 AND open_ends = 0

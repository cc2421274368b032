/*
---
severity: error
keeps_out: pages
cause: "{host} has no sitemap"
confidence: high
basis: advisory
engines: [protocol, google, bing, yandex]
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

The robots.txt and the homepage of a site reference no sitemap, and none of the common URLs
(`/sitemap.xml`, `/sitemap_index.xml` and others) returns one.

## Why it matters

Search engines then discover pages only through links. New pages and orphan pages are discovered
late or never.

## How to fix it

Generate a sitemap with the CMS plugin (Yoast, Rank Math) or a sitemap generator, and add it to
robots.txt: `Sitemap: https://www.example.com/sitemap.xml`. If the site has a sitemap at another
URL, add that URL.

## Example

### No sitemap at common URLs

`sitemaps`

| url | found_by | status | kind |
|---|---|---|---|
| https://example.com/sitemap.xml | guess | 404 | |
| https://example.com/sitemap_index.xml | guess | 200 | html |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/ | No sitemap in robots.txt or at 2 common URLs | A sitemap listed in robots.txt | Add a sitemap, and list it in robots.txt |

### A common URL redirects to a sitemap

`sitemaps`

| url | found_by | status | location |
|---|---|---|---|
| https://example.com/sitemap.xml | guess | 301 | https://www.example.com/map.xml |
| https://www.example.com/map.xml | redirect | 200 | |
| https://example.com/sitemap_index.xml | guess | 404 | |

finds:

nothing

### A sitemap in robots.txt returns 404: another check

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

### A common URL returns 503

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
    CONCAT(
        'No sitemap in robots.txt or at ', tried, ' common ',
        CASE tried WHEN 1 THEN 'URL' ELSE 'URLs' END
    ) AS observed,
    'A sitemap listed in robots.txt' AS expected,
    'Add a sitemap, and list it in robots.txt' AS fix
FROM sitemap_searches
WHERE found = 0 AND open_ends = 0

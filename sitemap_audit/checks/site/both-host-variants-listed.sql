/*
---
severity: error
confidence: high
basis: inferred
engines: [google, bing, yandex]
aliases: [both-host-variants-listed]
needs: [entries, sitemaps]
over: site_origins
when: "listed > 0 AND is_searched"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Both variants of a host in the sitemaps

## What it finds

A site whose sitemaps list URLs with http and with https, or with `www.` and without. Each variant
is reported with the one that most URLs have.

## Why it matters

The variants are different hosts to a search engine. Listing several says that each of them is the
site, so that crawling and ranking are shared out among copies.

## How to fix it

Decide on one variant, list that alone, and redirect the others to it.

## Example

### Most URLs on www, one without

`entries`

| loc |
|---|
| https://www.example.com/a |
| https://www.example.com/b |
| https://example.com/c |
| https://shop.example.com/d |

finds:

| url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/ | https://www.example.com/ | 1 listed on https://example.com | all listed on https://www.example.com, as 2 are |

### A host with a sitemap and no listed URL

`sitemaps`

| url |
|---|
| https://example.com/sitemap.xml |

`entries`

| loc |
|---|
| https://www.example.com/a |

finds:

nothing
*/
WITH variants AS (
    SELECT
        origin,
        bare_host,
        listed,
        ROW_NUMBER() OVER (PARTITION BY bare_host ORDER BY listed DESC, origin ASC) AS place
    FROM site_origins
    WHERE listed > 0 AND is_searched
)

SELECT
    CONCAT(lesser.origin, '/') AS url,
    CONCAT(main.origin, '/') AS related_url,
    CONCAT(lesser.listed, ' listed on ', lesser.origin) AS observed,
    CONCAT('all listed on ', main.origin, ', as ', main.listed, ' are') AS expected
FROM variants AS lesser
INNER JOIN variants AS main ON lesser.bare_host = main.bare_host AND main.place = 1
WHERE lesser.place > 1

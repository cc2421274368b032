/*
---
severity: error
cause: "{host} is mixed with another variant (http, https, www) in the sitemaps"
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
# Mixed http/https or www URLs in sitemaps

## What it finds

The sitemaps of a site list URLs on several host variants: with http and https, or with and without
`www.`. Each variant is reported with the variant that most listed URLs use.

## Why it matters

Search engines treat the variants as different hosts. If several are listed, they crawl each copy
and choose the canonical host themselves. Google prefers https.

## How to fix it

Set one site URL in the CMS and in all sitemap generators. Redirect the other variants to it (301)
on the server or CDN.

## Example

### Most URLs on www, one without www

`entries`

| loc |
|---|
| https://www.example.com/a |
| https://www.example.com/b |
| https://example.com/c |
| https://shop.example.com/d |

finds:

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/ | https://www.example.com/ | 1 URL on https://example.com, 2 on https://www.example.com | One variant only, normally https | List one variant, and redirect the other to it |

### A host with a sitemap but no listed URL

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
    CONCAT(
        lesser.listed,
        CASE WHEN lesser.listed = 1 THEN ' URL on ' ELSE ' URLs on ' END,
        lesser.origin,
        ', ',
        main.listed,
        ' on ',
        main.origin
    ) AS observed,
    'One variant only, normally https' AS expected,
    'List one variant, and redirect the other to it' AS fix
FROM variants AS lesser
INNER JOIN variants AS main ON lesser.bare_host = main.bare_host AND main.place = 1
WHERE lesser.place > 1

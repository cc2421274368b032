/*
---
severity: error
cause: "{host} is mixed with another variant (http, https, www) in the sitemaps"
confidence: high
basis: inferred
engines: [google, bing, yandex]
needs: [entries, sitemaps, pages, page_canonicals]
over: site_origins
when: "listed > 0 AND is_searched"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Mixed http/https or www URLs in sitemaps

## What it finds

The sitemaps of a site list URLs on several host variants: with http and https, or with and without
`www.`. Each variant is reported with the variant that most listed URLs use. URLs that have a finding
of their own do not count: those that redirect or have another canonical, and those with `http://`
in a sitemap on https.

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

### The URLs of the other variants have findings of their own

`entries`

| loc |
|---|
| https://www.example.com/a |
| https://example.com/b |
| https://example.com/c |
| http://www.example.com/d |

`pages`

| url | status | redirect_url |
|---|---|---|
| https://example.com/b | 301 | https://www.example.com/b |
| https://example.com/c | 200 | |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/c | https://www.example.com/c |

finds:

nothing

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
WITH staying AS (
    SELECT
        CONCAT(SPLIT_PART(listed.url, '/', 1), '//', SPLIT_PART(listed.url, '/', 3)) AS origin,
        COUNT(*) AS listed
    FROM listed
    LEFT JOIN indexability AS page ON listed.url_key = page.url_key
    WHERE
        COALESCE(page.fault, '') NOT IN ('redirect', 'canonicalised')
        AND NOT (LEFT(listed.url, 7) = 'http://' AND LEFT(listed.sitemap_url, 8) = 'https://')
    GROUP BY SPLIT_PART(listed.url, '/', 1), SPLIT_PART(listed.url, '/', 3)
),

variants AS (
    SELECT
        staying.origin,
        site.bare_host,
        staying.listed,
        ROW_NUMBER() OVER (
            PARTITION BY site.bare_host ORDER BY staying.listed DESC, staying.origin ASC
        ) AS place
    FROM staying
    INNER JOIN site_origins AS site ON staying.origin = site.origin
    WHERE site.is_searched
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

/*
---
severity: notice
confidence: medium
basis: advisory
engines: [google, bing]
aliases: [home-page-not-listed]
needs: [entries, pages, robots, robots_lines, sitemaps]
over: site_origins
when: "listed > 0 AND is_searched"
unknown: "CONCAT(origin, '/') NOT IN (SELECT pages.url FROM pages)"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Home page that no sitemap lists

## What it finds

A site whose home page was fetched and can be indexed, and that none of its sitemaps lists, though
all of them were read.

## Why it matters

Search engines find a home page without a sitemap. That it is missing mostly shows that the
generator leaves out more: what is not a post, a product, a page of the database.

## How to fix it

List it.

## Example

### Everything but the home page

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | role |
|---|---|
| https://example.com/a | listed |
| https://example.com/ | home |

finds:

| url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/ | not listed; URLs of the site that are: 1 | listed | <url><loc>https://example.com/</loc></url> | https://example.com/sitemap.xml | add | loc | https://example.com/ |

### A home page that redirects, or was not fetched

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.org/a |

`pages`

| url | status | role | location |
|---|---|---|---|
| https://example.com/a | 200 | | |
| https://example.com/ | 302 | home | https://example.com/en/ |

finds:

nothing
*/
WITH places AS (
    SELECT
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3), '/') AS home_url,
        MIN(sitemap_url) AS sitemap_url
    FROM listed
    GROUP BY CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3), '/')
)

SELECT
    home.url,
    CONCAT('not listed; URLs of the site that are: ', origins.listed) AS observed,
    'listed' AS expected,
    CONCAT('<url><loc>', home.url, '</loc></url>') AS fix,
    places.sitemap_url AS change_url,
    'add' AS action,
    'loc' AS place,
    home.url AS "to"
FROM site_origins AS origins
INNER JOIN indexability AS home ON CONCAT(origins.origin, '/') = home.url
LEFT JOIN places ON home.url = places.home_url
WHERE
    origins.listed > 0
    AND origins.is_searched
    AND home.is_indexable
    AND NOT home.listed
    AND NOT EXISTS (SELECT 1 FROM unread_sitemaps)

/*
---
severity: notice
cause: The homepage of {host} is not in any sitemap
confidence: medium
basis: advisory
engines: [google, bing]
adds: 1
needs: [entries, pages, robots, robots_lines, sitemaps]
over: site_origins
when: "listed > 0 AND is_searched"
unknown: "CONCAT(origin, '/') NOT IN (SELECT pages.url FROM pages)"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Homepage not in sitemap

## What it finds

The homepage of a site is indexable, but none of the site's sitemaps lists it. All of them were
read.

## Why it matters

Search engines find the homepage without a sitemap. But a missing homepage often shows that the
generator leaves out more pages, such as all that are not posts or products.

## How to fix it

Add the homepage in the settings of the sitemap generator or CMS plugin. Then compare the sitemap
with the pages of the CMS.

## Example

### All pages but the homepage

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
| https://example.com/ | Not listed; 1 other URL is | Listed | Add <url><loc>https://example.com/</loc></url> | https://example.com/sitemap.xml | add | loc | https://example.com/ |

### A homepage that redirects, or was not fetched

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
    CONCAT(
        'Not listed; ',
        origins.listed,
        CASE WHEN origins.listed = 1 THEN ' other URL is' ELSE ' other URLs are' END
    ) AS observed,
    'Listed' AS expected,
    CONCAT('Add <url><loc>', home.url, '</loc></url>') AS fix,
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

/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-404-410]
known_as:
  Ahrefs: ["4XX page in sitemap", "404 page"]
  Google Search Console: ["Page indexing: Not found (404)"]
  Screaming Frog: ["Response Codes: Internal Client Error (4XX)"]
  Sitebulb: ["XML Sitemaps: Not Found (4XX) URL"]
  squirrelscan: ["sitemap-4xx"]
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Listed URL that is not found

## What it finds

A URL in a sitemap that answers 404 (not found) or 410 (gone). Where a page is known whose address
differs by a usual slip alone (slash, capitals, `http`, `www`), it is named.

## Why it matters

A sitemap is a list of pages to be indexed. One that is gone cannot be, costs a crawl each time, and
many of them make search engines trust the sitemap less.

## How to fix it

Take the URL out of the sitemap. If the page has moved, redirect its old address and list the new
one; if it should be there, bring it back.

## Example

### Gone pages, and one that is there

`entries`

| loc | line |
|---|---|
| https://example.com/old | 3 |
| https://example.com/gone | 4 |
| https://example.com/here | 5 |

`pages`

| url | status |
|---|---|
| https://example.com/old | 404 |
| https://example.com/gone | 410 |
| https://example.com/here | 200 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/gone | https://example.com/sitemap.xml | 4 | status 410 | status 200 | take it out | https://example.com/sitemap.xml | remove | loc | https://example.com/gone |
| https://example.com/old | https://example.com/sitemap.xml | 3 | status 404 | status 200 | take it out | https://example.com/sitemap.xml | remove | loc | https://example.com/old |

### What is pointed to and not listed, and what was not fetched

`entries`

| loc |
|---|
| https://example.com/not-fetched |

`pages`

| url | status | role |
|---|---|---|
| https://example.com/target | 404 | canonical |

finds:

nothing

### A broken redirect is judged as a redirect

`entries`

| loc |
|---|
| https://example.com/moved |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/moved | 301 | https://example.com/gone |
| https://example.com/gone | 404 | |

finds:

nothing
*/
WITH gone AS (
    SELECT
        page.url,
        page.loc,
        page.sitemap_url,
        page.line,
        page.status,
        listed.url_near_key
    FROM listed_pages AS page
    INNER JOIN listed ON page.url_key = listed.url_key
    WHERE page.state = 'client-error' AND page.status IN (404, 410)
),

near AS (
    SELECT
        url_near_key,
        MIN(url) AS url,
        BOOL_OR(listed) AS listed
    FROM indexability
    WHERE is_indexable AND url_near_key IN (SELECT gone.url_near_key FROM gone)
    GROUP BY url_near_key
    HAVING COUNT(*) = 1
)

SELECT
    gone.url,
    gone.sitemap_url,
    near.url AS related_url,
    gone.line,
    CONCAT('status ', gone.status) AS observed,
    'status 200' AS expected,
    CASE
        WHEN near.listed THEN CONCAT('take it out: ', near.url, ' is listed')
        WHEN near.url IS NOT NULL THEN CONCAT('list ', near.url)
        ELSE 'take it out'
    END AS fix,
    gone.sitemap_url AS change_url,
    CASE WHEN near.url IS NULL OR near.listed THEN 'remove' ELSE 'replace' END AS action,
    'loc' AS place,
    gone.loc AS "from",
    CASE WHEN NOT near.listed THEN near.url END AS "to"
FROM gone
LEFT JOIN near ON gone.url_near_key = near.url_near_key

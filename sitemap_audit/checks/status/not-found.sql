/*
---
severity: error
keeps_out: pages
cause: returns 404 or 410
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-404-410]
known_as:
  Ahrefs: ["4XX page in sitemap", "404 page"]
  Google Search Console: ["Page indexing: Not found (404)", "Submitted URL not found (404)"]
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
# URL in sitemap returns 404 or 410

## What it finds

A URL in a sitemap that returns 404 (Not Found) or 410 (Gone). If exactly one indexable page has
nearly the same URL (other trailing slash, upper or lower case, `http`, `www`), the fix names it.

## Why it matters

Google and Bing remove URLs that return 404 or 410 from the index. A sitemap should list only URLs
that return 200; dead URLs in it waste crawl budget.

## How to fix it

Remove the URL in the sitemap generator (in a CMS, delete or unpublish the entry and regenerate the
sitemap). If the page has moved, redirect the old URL with 301 and list the new one. If it should
exist, restore it.

## Example

### 404, 410 and 200

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
| https://example.com/gone | https://example.com/sitemap.xml | 4 | Returns 410 | 200 | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/gone |
| https://example.com/old | https://example.com/sitemap.xml | 3 | Returns 404 | 200 | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/old |

### A canonical target that is not listed; a URL not fetched

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

### A redirect to 404 belongs to another check

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
),

-- Without invisible characters, as with a common variation: the page that was meant.
meant AS (
    SELECT
        gone.url,
        COALESCE(near.url, unseen.page) AS page,
        COALESCE(near.listed, unseen.is_listed) AS listed,
        unseen.clean
    FROM gone
    LEFT JOIN near ON gone.url_near_key = near.url_near_key
    LEFT JOIN clean_urls AS unseen ON gone.url = unseen.url
)

SELECT
    gone.url,
    gone.sitemap_url,
    meant.page AS related_url,
    gone.line,
    CONCAT('Returns ', gone.status) AS observed,
    '200' AS expected,
    CASE
        WHEN meant.page IS NOT NULL AND meant.listed
            THEN CONCAT('Remove from the sitemap; ', meant.page, ' is listed')
        WHEN meant.page IS NOT NULL THEN CONCAT('Replace with ', meant.page)
        WHEN meant.clean IS NOT NULL
            THEN CONCAT('Replace with ', meant.clean, ' if it returns 200; otherwise remove')
        ELSE 'Remove from the sitemap'
    END AS fix,
    CASE WHEN meant.page IS NOT NULL OR meant.clean IS NULL THEN gone.sitemap_url END
        AS change_url,
    CASE WHEN meant.page IS NULL OR meant.listed THEN 'remove' ELSE 'replace' END AS action,
    'loc' AS place,
    gone.loc AS "from",
    CASE WHEN NOT meant.listed THEN meant.page END AS "to"
FROM gone
INNER JOIN meant ON gone.url = meant.url

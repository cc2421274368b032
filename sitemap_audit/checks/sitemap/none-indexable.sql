/*
---
severity: error
keeps_out: pages
cause: has only non-indexable URLs
confidence: high
basis: inferred
engines: [google, bing]
follows: [redirect/listed-url-redirects]
fix: entries
needs: [sitemaps, entries, pages, page_canonicals]
over: sitemap_shares
when: "urls >= $min_urls"
unknown: "judged < urls AND faulty = judged"
parameters: {min_urls: 3}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# All URLs in the sitemap are non-indexable

## What it finds

A sitemap has at least 3 (`min_urls`) URLs. All of them were checked, and none is indexable: each
redirects, returns an error, is blocked by robots.txt, has noindex or is canonicalized to another
URL. URLs that are escaped twice are left to `entry/escaped-twice`.

## Why it matters

The sitemap adds no page to the index and wastes crawl budget. Often it is an old file, or it lists
a former domain.

## How to fix it

If the URLs should be indexed, correct what they have in common: another finding names it. If none
exists, look at the base URL of the generator first (`status/not-found`). If they are outdated,
remove the sitemap from robots.txt and the sitemap index, and delete it. *Fix* says where it is
listed, if all its URLs return 404 or 410.

## Example

### An old file

`entries`

| loc |
|---|
| https://example.com/p0 |
| https://example.com/p1 |
| https://example.com/p2 |

`pages`

| url | status |
|---|---|
| https://example.com/p0 | 404 |
| https://example.com/p1 | 404 |
| https://example.com/p2 | 404 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | 0 of 3 URLs indexable, for example https://example.com/p0 | Indexable URLs | Make the URLs indexable, or remove the sitemap |

### An old file in an index

`sitemaps`

| url | found_by | kind |
|---|---|---|
| https://example.com/index.xml | robots | sitemapindex |
| https://example.com/old.xml | index | urlset |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/old.xml |
| https://example.com/old.xml | url | https://example.com/p0 |
| https://example.com/old.xml | url | https://example.com/p1 |
| https://example.com/old.xml | url | https://example.com/p2 |

`pages`

| url | status |
|---|---|
| https://example.com/p0 | 404 |
| https://example.com/p1 | 404 |
| https://example.com/p2 | 410 |

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/old.xml | 0 of 3 URLs indexable, for example https://example.com/p0 | Indexable URLs | Remove the sitemap from https://example.com/index.xml, or correct its URLs | https://example.com/index.xml | remove | loc | https://example.com/old.xml |

### One URL is indexable

`entries`

| loc |
|---|
| https://example.com/p0 |
| https://example.com/p1 |
| https://example.com/p2 |

`pages`

| url | status |
|---|---|
| https://example.com/p0 | 404 |
| https://example.com/p1 | 404 |
| https://example.com/p2 | 200 |

finds:

nothing

### One URL was not checked

`entries`

| loc |
|---|
| https://example.com/p0 |
| https://example.com/p1 |
| https://example.com/p2 |

`pages`

| url | status |
|---|---|
| https://example.com/p0 | 404 |
| https://example.com/p1 | 404 |

finds:

nothing
*/
WITH found AS (
    SELECT
        sitemap_url,
        urls,
        example,
        correction,
        correction IS NULL AND gone = urls AS is_old
    FROM sitemap_shares
    WHERE urls >= $min_urls AND faulty = urls
),

places AS (
    SELECT
        child_url AS url,
        MIN(sitemap_url) AS place_url,
        'loc' AS place,
        child_url AS value
    FROM index_children
    WHERE child_found_by = 'index'
    GROUP BY child_url
    UNION ALL
    SELECT
        written.url,
        written.change_url,
        written.place,
        written.value
    FROM written_sitemaps AS written
    INNER JOIN sitemaps
        ON written.url = sitemaps.url AND written.found_in = sitemaps.found_in
    WHERE sitemaps.found_by = 'robots'
)

SELECT
    found.sitemap_url,
    CONCAT('0 of ', FORMAT_NUMBER(found.urls, 0), ' URLs indexable, for example ', found.example)
        AS observed,
    'Indexable URLs' AS expected,
    CASE
        WHEN found.is_old AND places.place_url IS NOT NULL
            THEN CONCAT('Remove the sitemap from ', places.place_url, ', or correct its URLs')
        ELSE COALESCE(found.correction, 'Make the URLs indexable, or remove the sitemap')
    END AS fix,
    CASE WHEN found.is_old THEN places.place_url END AS change_url,
    'remove' AS action,
    places.place,
    places.value AS "from"
FROM found
LEFT JOIN places ON found.sitemap_url = places.url

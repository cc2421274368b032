/*
---
severity: error
keeps_out: pages
cause: has only non-indexable URLs
confidence: high
basis: inferred
engines: [google, bing]
aliases: [sitemap-all-non-indexable]
follows: [redirect/listed-url-redirects]
needs: [entries, pages, page_canonicals]
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
remove the sitemap from robots.txt and the sitemap index, and delete it.

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
SELECT
    sitemap_url,
    CONCAT('0 of ', FORMAT_NUMBER(urls, 0), ' URLs indexable, for example ', example) AS observed,
    'Indexable URLs' AS expected,
    COALESCE(
        correction, 'Make the URLs indexable, or remove the sitemap'
    ) AS fix
FROM sitemap_shares
WHERE urls >= $min_urls AND faulty = urls

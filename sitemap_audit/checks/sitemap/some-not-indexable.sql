/*
---
severity: warning
confidence: high
basis: inferred
engines: [google, bing]
aliases: [sitemap-dirt-ratio]
needs: [entries, pages, page_canonicals]
over: sitemap_shares
when: "urls >= $min_urls"
unknown: "judged < $min_urls"
parameters: {max_percent: 1, limit_percent: 10, min_urls: 5}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# More than 1% of the sitemap is non-indexable

## What it finds

More than `max_percent` of the URLs in a sitemap, and at most `limit_percent`, redirect, return an
error, are blocked by robots.txt, have noindex or are canonicalized to another URL. Above
`limit_percent`, `sitemap/many-not-indexable` reports it. Only checked URLs count. Sitemaps with
fewer than `min_urls` checked URLs are left out.

## Why it matters

Search engines crawl these URLs again and again and index none of them. The more errors, redirects
and duplicates a sitemap contains, the less search engines trust it: Bing has named 1% as its limit.

## How to fix it

Set the sitemap generator or CMS plugin (Yoast, Rank Math) to list only pages that return 200, are
indexable and have a self-referencing canonical. The findings of the URLs say what is wrong with
each.

## Example

### 1 of 20 URLs

`parameters`

| min_urls |
|---|
| 20 |

`entries`

| loc |
|---|
| https://example.com/p0 |
| https://example.com/p1 |
| https://example.com/p2 |
| https://example.com/p3 |
| https://example.com/p4 |
| https://example.com/p5 |
| https://example.com/p6 |
| https://example.com/p7 |
| https://example.com/p8 |
| https://example.com/p9 |
| https://example.com/p10 |
| https://example.com/p11 |
| https://example.com/p12 |
| https://example.com/p13 |
| https://example.com/p14 |
| https://example.com/p15 |
| https://example.com/p16 |
| https://example.com/p17 |
| https://example.com/p18 |
| https://example.com/p19 |

`pages`

| url | status |
|---|---|
| https://example.com/p0 | 404 |
| https://example.com/p1 | 200 |
| https://example.com/p2 | 200 |
| https://example.com/p3 | 200 |
| https://example.com/p4 | 200 |
| https://example.com/p5 | 200 |
| https://example.com/p6 | 200 |
| https://example.com/p7 | 200 |
| https://example.com/p8 | 200 |
| https://example.com/p9 | 200 |
| https://example.com/p10 | 200 |
| https://example.com/p11 | 200 |
| https://example.com/p12 | 200 |
| https://example.com/p13 | 200 |
| https://example.com/p14 | 200 |
| https://example.com/p15 | 200 |
| https://example.com/p16 | 200 |
| https://example.com/p17 | 200 |
| https://example.com/p18 | 200 |
| https://example.com/p19 | 200 |

finds:

| sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/sitemap.xml | https://example.com/p0 | 1 of 20 URLs non-indexable (5.0%), for example https://example.com/p0 | At most 1% | Remove the non-indexable URLs from the sitemap |

### Too few URLs

`parameters`

| min_urls |
|---|
| 20 |

`entries`

| loc |
|---|
| https://example.com/p0 |
| https://example.com/p1 |
| https://example.com/p2 |
| https://example.com/p3 |
| https://example.com/p4 |
| https://example.com/p5 |
| https://example.com/p6 |
| https://example.com/p7 |
| https://example.com/p8 |
| https://example.com/p9 |

`pages`

| url | status |
|---|---|
| https://example.com/p0 | 404 |
| https://example.com/p1 | 200 |
| https://example.com/p2 | 200 |
| https://example.com/p3 | 200 |
| https://example.com/p4 | 200 |
| https://example.com/p5 | 200 |
| https://example.com/p6 | 200 |
| https://example.com/p7 | 200 |
| https://example.com/p8 | 200 |
| https://example.com/p9 | 200 |

finds:

nothing

### Only 1 of 8 URLs checked

`parameters`

| min_urls |
|---|
| 5 |

`entries`

| loc |
|---|
| https://example.com/p0 |
| https://example.com/p1 |
| https://example.com/p2 |
| https://example.com/p3 |
| https://example.com/p4 |
| https://example.com/p5 |
| https://example.com/p6 |
| https://example.com/p7 |

`pages`

| url | status |
|---|---|
| https://example.com/p0 | 404 |

finds:

nothing
*/
SELECT
    sitemap_url,
    example AS related_url,
    CONCAT(
        FORMAT_NUMBER(not_indexable, 0),
        ' of ',
        FORMAT_NUMBER(judged, 0),
        ' URLs non-indexable (',
        CAST(ROUND(100.0 * not_indexable / judged, 1) AS VARCHAR),
        '%), for example ',
        example
    ) AS observed,
    CONCAT('At most ', $max_percent, '%') AS expected,
    'Remove the non-indexable URLs from the sitemap' AS fix
FROM sitemap_shares
WHERE
    judged >= $min_urls
    AND not_indexable < urls
    AND 100.0 * not_indexable > $max_percent * judged
    AND 100.0 * not_indexable <= $limit_percent * judged

/*
---
severity: error
keeps_out: pages
cause: has more than 10% non-indexable URLs
confidence: high
basis: inferred
engines: [google, bing]
worse: [sitemap/none-indexable]
follows: [redirect/listed-url-redirects]
needs: [entries, pages, page_canonicals]
over: sitemap_shares
when: "urls >= $min_urls"
unknown: "100.0 * faulty <= $max_percent * urls
  AND 100.0 * (faulty + \"unknown\") > $max_percent * urls"
parameters: {max_percent: 10, min_urls: 5}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# More than 10% of the sitemap is non-indexable

## What it finds

More than 10% (`max_percent`) of the URLs in a sitemap, but not all, redirect, return an error, are
blocked by robots.txt, have noindex or are canonicalized to another URL. URLs that were not checked
count as indexable. Sitemaps with fewer than 5 (`min_urls`) URLs are left out. URLs that are escaped
twice are left to `entry/escaped-twice`.

## Why it matters

Search engines crawl these URLs again and again and index none of them. The more errors, redirects
and duplicates a sitemap contains, the less search engines trust it: Bing has named 1% as its limit.

## How to fix it

Set the sitemap generator or CMS plugin (Yoast, Rank Math) to list only pages that return 200, are
indexable and have a self-referencing canonical. The findings of the URLs say what is wrong with
each.

## Example

### 1 of 6 URLs, one of them not checked

`entries`

| loc |
|---|
| https://example.com/p0 |
| https://example.com/p1 |
| https://example.com/p2 |
| https://example.com/p3 |
| https://example.com/p4 |
| https://example.com/p5 |

`pages`

| url | status |
|---|---|
| https://example.com/p0 | 404 |
| https://example.com/p1 | 200 |
| https://example.com/p2 | 200 |
| https://example.com/p3 | 200 |
| https://example.com/p4 | 200 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | At least 1 of 6 URLs non-indexable (16.7%; 5 checked), for example https://example.com/p0 | At most 10% | Make the URLs indexable, or remove them from the sitemap |

### All URLs: another check

`parameters`

| min_urls |
|---|
| 3 |

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

nothing
*/
SELECT
    sitemap_url,
    CONCAT(
        CASE WHEN "unknown" > 0 THEN 'At least ' ELSE '' END,
        FORMAT_NUMBER(faulty, 0),
        ' of ',
        FORMAT_NUMBER(urls, 0),
        ' URLs non-indexable (',
        CAST(ROUND(1e2 * faulty / urls, 1) AS VARCHAR),
        '%',
        CASE WHEN "unknown" > 0 THEN CONCAT('; ', FORMAT_NUMBER(judged, 0), ' checked') ELSE '' END,
        '), for example ',
        example
    ) AS observed,
    CONCAT('At most ', $max_percent, '%') AS expected,
    COALESCE(
        correction, 'Make the URLs indexable, or remove them from the sitemap'
    ) AS fix
FROM sitemap_shares
WHERE
    urls >= $min_urls
    AND faulty < urls
    AND 100.0 * faulty > $max_percent * urls

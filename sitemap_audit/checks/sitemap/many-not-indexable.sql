/*
---
severity: error
keeps_out: pages
confidence: high
basis: inferred
engines: [google, bing]
aliases: [sitemap-dirt-ratio-high]
needs: [entries, pages, page_canonicals]
over: sitemap_shares
when: "urls >= $min_urls"
unknown: "judged < $min_urls"
parameters: {max_percent: 10, min_urls: 5}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Sitemap of which more than ten per cent cannot be indexed

## What it finds

A sitemap file of which more than `max_percent` of the URLs redirect, fail, are disallowed, have
noindex or another canonical, though not all. Only pages that were judged count, and files with at
least `min_urls` of them.

## Why it matters

A sitemap is worth as much as what it lists. Search engines that meet many errors, redirects and
duplicates in it trust the rest of it less; Bing has named one per cent as what it puts up with.

## How to fix it

The findings of the single pages say what is wrong with each. Mostly the generator lists what it
should ask about first: whether the page is there, public, and its own canonical.

## Example

### One of the five that were fetched, in a small file

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

| sitemap_url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/sitemap.xml | https://example.com/p0 | 1 of 5 cannot be indexed as listed (20.0 %), such as https://example.com/p0 | at most 10 % |

### Only four of six were fetched

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

finds:

nothing

### Three of twenty

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
| https://example.com/p1 | 404 |
| https://example.com/p2 | 404 |
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

| sitemap_url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/sitemap.xml | https://example.com/p0 | 3 of 20 cannot be indexed as listed (15.0 %), such as https://example.com/p0 | at most 10 % |

### Two of twenty are ten per cent and no more

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
| https://example.com/p1 | 404 |
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

nothing

### All of them is another check

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
    example AS related_url,
    CONCAT(
        not_indexable,
        ' of ',
        judged,
        ' cannot be indexed as listed (',
        CAST(ROUND(100.0 * not_indexable / judged, 1) AS VARCHAR),
        ' %), such as ',
        example
    ) AS observed,
    CONCAT('at most ', $max_percent, ' %') AS expected
FROM sitemap_shares
WHERE
    judged >= $min_urls
    AND not_indexable < urls
    AND 100.0 * not_indexable > $max_percent * judged

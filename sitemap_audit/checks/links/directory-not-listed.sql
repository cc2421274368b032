/*
---
severity: warning
cause: has few or no listed pages below
confidence: medium
basis: inferred
engines: [google, bing]
needs: [entries, link_targets, outlinks, pages]
over: directory_shares
when: "listed + unlisted + \"unknown\" >= $least_pages"
unknown: "\"unknown\" > 0"
parameters:
  least_pages: 10
  share: 0.2
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Directory missing from the sitemaps

## What it finds

A directory of the site with 10 (`least_pages`) or more indexable pages, of which the sitemaps list
at most 20% (`share`). The others were found by internal links (`--crawl`). It is the first directory
of the path, behind that of a language: `/blog/`, `/de/shop/`. Checked only if the crawl was complete
and all sitemaps were read.

## Why it matters

A whole section is left out of the sitemaps, such as a blog on another system. Search engines find
its new pages by links alone, so later.

## How to fix it

Include the section in the sitemap generator, or write a sitemap for it and list that in the sitemap
index and robots.txt.

## Example

### A blog that is not listed

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/shop/a |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.com/shop/a |
| https://example.com/ | https://example.com/shop/b |
| https://example.com/ | https://example.com/blog/a |
| https://example.com/ | https://example.com/blog/b |
| https://example.com/ | https://example.com/blog/c |

`pages`

| url | role |
|---|---|
| https://example.com/ | home |
| https://example.com/shop/a | listed |
| https://example.com/shop/b | linked |
| https://example.com/blog/a | linked |
| https://example.com/blog/b | linked |
| https://example.com/blog/c | linked |

`parameters`

| least_pages |
|---|
| 2 |

finds:

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/blog/ | https://example.com/blog/a | 0 of 3 indexable pages listed (0%) | Over 20% | Add this directory to the sitemaps |
*/
SELECT
    directory AS url,
    example AS related_url,
    CONCAT(
        FORMAT_NUMBER(listed, 0),
        ' of ',
        FORMAT_NUMBER(listed + unlisted, 0),
        ' indexable pages listed (',
        CAST(FLOOR(1e2 * listed / (listed + unlisted)) AS BIGINT),
        '%)'
    ) AS observed,
    CONCAT('Over ', CAST(ROUND(100 * $share) AS BIGINT), '%') AS expected,
    'Add this directory to the sitemaps' AS fix,
    'loc' AS place
FROM directory_shares
WHERE
    "unknown" = 0
    AND listed + unlisted >= $least_pages
    AND listed <= $share * (listed + unlisted)

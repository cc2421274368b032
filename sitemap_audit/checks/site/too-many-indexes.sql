/*
---
severity: notice
confidence: high
basis: documented
engines: [google]
aliases: [sitemap-gsc-limits]
needs: [sitemaps]
over: site_origins
when: "listed > 0"
parameters: {max_indexes: 500}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# Site with more sitemap indexes than Search Console takes

## What it finds

A host with more than 500 sitemap index files that were read.

## Why it matters

Search Console takes at most 500 sitemap index files for each site. Those over the limit cannot be
submitted there, and their errors are not reported.

## How to fix it

Name more sitemaps in each index: it may have 50,000.

## Example

### Two where one is allowed

`parameters`

| max_indexes |
|---|
| 1 |

`sitemaps`

| url | kind |
|---|---|
| https://example.com/one.xml | sitemapindex |
| https://example.com/two.xml | sitemapindex |
| https://example.com/pages.xml | urlset |

`entries`

| loc | sitemap_url |
|---|---|
| https://example.com/a | https://example.com/pages.xml |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/ | https://example.com/one.xml | sitemap indexes: 2 | 1 at most |
*/
WITH found AS (
    SELECT
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3), '/') AS url,
        MIN(url) AS sitemap_url,
        CONCAT('sitemap indexes: ', COUNT(*)) AS observed,
        CONCAT($max_indexes, ' at most') AS expected
    FROM sitemaps
    WHERE kind = 'sitemapindex' AND complete
    GROUP BY SPLIT_PART(url, '/', 1), SPLIT_PART(url, '/', 3)
    HAVING COUNT(*) > $max_indexes
)

SELECT
    url,
    sitemap_url,
    observed,
    expected
FROM found

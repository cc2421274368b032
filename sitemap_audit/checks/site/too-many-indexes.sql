/*
---
severity: notice
cause: "{host} has more than 500 sitemap index files"
confidence: high
basis: documented
engines: [google]
needs: [sitemaps]
over: site_origins
when: "listed > 0"
parameters: {max_indexes: 500}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# More than 500 sitemap index files

## What it finds

A host has more than 500 (`max_indexes`) sitemap index files that were read.

## Why it matters

Search Console accepts at most 500 sitemap index files for each site. Further files cannot be
submitted there, and their errors are not reported.

## How to fix it

List more sitemaps in each index file in the settings of the sitemap generator: an index may list
50,000 sitemaps.

## Example

### Two index files, with max_indexes 1

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/ | https://example.com/one.xml | 2 sitemap index files | At most 1 | List more sitemaps in each index file |
*/
WITH found AS (
    SELECT
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3), '/') AS url,
        MIN(url) AS sitemap_url,
        CONCAT(COUNT(*), ' sitemap index files') AS observed,
        CONCAT('At most ', $max_indexes) AS expected
    FROM sitemaps
    WHERE kind = 'sitemapindex' AND complete
    GROUP BY SPLIT_PART(url, '/', 1), SPLIT_PART(url, '/', 3)
    HAVING COUNT(*) > $max_indexes
)

SELECT
    url,
    sitemap_url,
    observed,
    expected,
    'List more sitemaps in each index file' AS fix
FROM found

/*
---
severity: warning
cause: is linked and canonical, but not in any sitemap
confidence: high
basis: documented
engines: [google, bing]
follows:
  - canonical/canonicalized
  - canonical/own-url-misspelled
  - links/directory-not-listed
adds: 2
needs: [entries, link_targets, outlinks, pages, page_canonicals]
over: linked_pages
when: "canonicalized > 0 AND (listed OR NOT is_annotated)"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Canonical URL linked but not in sitemap

## What it finds

An indexable page that is the canonical of other crawled pages and has internal links (`--crawl`),
but is in no sitemap. Checked only if the crawl was complete and all sitemaps were read.

## Why it matters

Canonicals and links name this URL as the one to index. A sitemap is a signal for the canonical too,
and here it is missing.

## How to fix it

List the canonical URL. If a sitemap lists its duplicates instead, replace them with it in the
sitemap generator.

## Example

### A product whose variants are canonicalized to it

`entries`

| loc |
|---|
| https://example.com/ |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.com/tea |
| https://example.com/ | https://example.com/tea-print |

`pages`

| url | role |
|---|---|
| https://example.com/ | home |
| https://example.com/tea | linked |
| https://example.com/tea-print | linked |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/tea-print | https://example.com/tea |

finds:

| url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/tea | https://example.com/tea-print | In no sitemap; canonical of 1 page | Listed in a sitemap | Add <url><loc>https://example.com/tea</loc></url> | https://example.com/sitemap.xml | add | loc | https://example.com/tea |
*/
SELECT
    page.url,
    MIN(duplicates.url) AS related_url,
    CONCAT(
        'In no sitemap; canonical of ',
        FORMAT_NUMBER(page.canonicalized, 0),
        CASE page.canonicalized WHEN 1 THEN ' page' ELSE ' pages' END
    ) AS observed,
    'Listed in a sitemap' AS expected,
    CONCAT('Add <url><loc>', REPLACE(page.url, '&', '&amp;'), '</loc></url>') AS fix,
    page.sitemap_url AS change_url,
    'add' AS action,
    'loc' AS place,
    page.url AS "to"
FROM linked_pages AS page
INNER JOIN canonical_choices AS choice
    ON page.url_key = choice.canonical_key AND choice.better <> 'page'
INNER JOIN pages AS duplicates
    ON choice.url_key = duplicates.url_key
WHERE
    NOT page.listed
    AND page.is_indexable
    AND page.unknown_reason IS NULL
    AND NOT page.is_annotated
GROUP BY page.url, page.canonicalized, page.sitemap_url

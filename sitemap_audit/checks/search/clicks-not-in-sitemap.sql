/*
---
severity: error
cause: has clicks and is not in any sitemap
confidence: medium
basis: inferred
engines: [google, bing]
follows:
  - links/directory-not-listed
  - links/not-in-sitemap
  - links/canonical-not-in-sitemap
adds: 4
needs: [entries, imported_files, imported_urls, pages]
over: search_listings
when: "clicks >= $clicks"
unknown: "unknown_reason IS NOT NULL"
parameters:
  clicks: 10
see:
  - https://support.google.com/webmasters/answer/7576553
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# URL with clicks not in sitemap

## What it finds

An indexable URL with 10 (`clicks`) or more clicks in search results, by an imported export
(`sitemap-audit import`) or the API (`--search-console`), that no sitemap lists. Indexable means that the audit fetched it, as with
`--crawl`, or that its latest state in Search Console is indexed. Another URL is not checked: its
clicks are of a period, and the page may be gone since; `search/indexed-not-in-sitemap` reports it.
Checked only if all sitemaps were read. URLs that need no entry are left out, as there.

## Why it matters

The page brings visitors, and the sitemap does not know it: the generator leaves out a page type or
a section. Search engines find changes to it later.

## How to fix it

Include the page type in the sitemap generator. If search engines must not index the page, set
`noindex`.

## Example

### A page with 412 clicks

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/shop/a |

`imported_urls`

| url | file | clicks |
|---|---|---|
| https://example.com/shop/a | Performance-2026-01-10.zip/Pages.csv | 950 |
| https://example.com/shop/b | Performance-2026-01-10.zip/Pages.csv | 412 |
| https://example.com/shop/c | Performance-2026-01-10.zip/Pages.csv | 9 |

`pages`

| url | role |
|---|---|
| https://example.com/ | home |
| https://example.com/shop/a | listed |
| https://example.com/shop/b | linked |

finds:

| url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/shop/b | In no sitemap; 412 clicks (Search Console, export of 2026-01-10) | Listed in a sitemap | Add <url><loc>https://example.com/shop/b</loc></url> | https://example.com/sitemap.xml | add | loc | https://example.com/shop/b |

### A sitemap could not be read

`robots_lines`

| field | value |
|---|---|
| sitemap | https://example.com/sitemap.xml |
| sitemap | https://example.com/more.xml |

`sitemaps`

| url | status |
|---|---|
| https://example.com/sitemap.xml | 200 |
| https://example.com/more.xml | 503 |

`entries`

| loc |
|---|
| https://example.com/shop/a |

`imported_urls`

| url | clicks |
|---|---|
| https://example.com/shop/b | 412 |

finds:

nothing
*/
SELECT
    url,
    CONCAT('In no sitemap; ', FORMAT_NUMBER(clicks, 0), ' clicks (', clicks_source, ')')
        AS observed,
    'Listed in a sitemap' AS expected,
    COALESCE(addition, 'Add to the sitemap') AS fix,
    change_url,
    action,
    place,
    "to"
FROM search_listings
WHERE NOT is_listed AND clicks >= $clicks AND unknown_reason IS NULL

/*
---
severity: warning
cause: is crawled by Google and not indexed
confidence: high
basis: documented
engines: [google]
known_as:
  Google Search Console: ["Page indexing: Crawled, currently not indexed"]
  Screaming Frog: ["Search Console: Indexable URL Not Indexed"]
needs: [entries, imported_files, imported_urls, inspected_urls, pages]
over: search_pages
when: "is_listed AND engine = 'google' AND state_code IS NOT NULL AND COALESCE(is_indexable, TRUE)"
unknown: "is_indexable IS NULL"
see:
  - https://support.google.com/webmasters/answer/7440203
since: 0.1.0
---
# URL in sitemap crawled, not indexed

## What it finds

A listed indexable URL whose latest state is "Crawled - currently not indexed", in an imported
export of Search Console or by the URL Inspection API (`--inspect`). The export of a reason has at
most 1,000 URLs, and not all URLs are inspected, so there may be more.

## Why it matters

Google has read the page and did not index it: too little content, a duplicate, or a page that
nobody searches for. A sitemap with many such pages says little about what is important.

## How to fix it

Open some of the URLs. Improve pages that are thin or nearly the same as others, or merge them. Link
to important ones from the category or the homepage. Remove pages that need not be found from the
sitemap.

## Example

### A page that is not indexed

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 4 |
| https://example.com/c | 5 |

`imported_urls`

| url | file | state | last_crawled_at |
|---|---|---|---|
| https://example.com/a | Coverage-Drilldown-2026-01-10.zip/Table.csv | Crawled - currently not indexed | 2026-01-03 |
| https://example.com/b | Coverage-Drilldown-2026-01-10.zip/Table.csv | Crawled – currently not indexed | |
| https://example.com/c | Coverage-Drilldown-2026-01-10.zip/Table.csv | Discovered - currently not indexed | |

`pages`

| url | noindex |
|---|---|
| https://example.com/a | false |
| https://example.com/b | true |
| https://example.com/c | false |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | Crawled - currently not indexed (Search Console, export of 2026-01-10); last crawled 2026-01-03 | Indexed | Improve the page, or remove from the sitemap |
*/
SELECT
    url,
    sitemap_url,
    line,
    reported AS observed,
    'Indexed' AS expected,
    'Improve the page, or remove from the sitemap' AS fix
FROM search_pages
WHERE is_listed AND state_code = 'crawled-not-indexed' AND is_indexable

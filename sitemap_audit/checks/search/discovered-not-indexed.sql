/*
---
severity: warning
cause: is discovered by Google and not indexed
confidence: high
basis: documented
engines: [google]
known_as:
  Google Search Console: ["Page indexing: Discovered, currently not indexed"]
  Screaming Frog: ["Search Console: Indexable URL Not Indexed"]
needs: [entries, imported_files, imported_urls, inspected_urls, pages]
over: search_pages
when: "is_listed AND engine = 'google' AND state_code IS NOT NULL AND COALESCE(is_indexable, TRUE)"
unknown: "is_indexable IS NULL"
see:
  - https://support.google.com/webmasters/answer/7440203
since: 0.1.0
---
# URL in sitemap discovered, not indexed

## What it finds

A listed indexable URL whose latest state is "Discovered - currently not indexed", in an imported
export of Search Console or by the URL Inspection API (`--inspect`). The export of a reason has at
most 1,000 URLs, and not all URLs are inspected, so there may be more.

## Why it matters

Google knows the URL, and has not requested it. Usually the crawl budget is too small for the site:
the server is slow or returns errors, or too many unimportant URLs are crawled instead.

## How to fix it

Check the response times and 5xx errors of the server (`logs/server-error-for-bots`), and which URLs
bots request (`logs/crawl-budget-wasted`). Link to the pages from pages that are crawled often.

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
| https://example.com/a | Coverage-Drilldown-2026-01-10.zip/Table.csv | Discovered - currently not indexed | 2026-01-03 |
| https://example.com/b | Coverage-Drilldown-2026-01-10.zip/Table.csv | Discovered – currently not indexed | |
| https://example.com/c | Coverage-Drilldown-2026-01-10.zip/Table.csv | Crawled - currently not indexed | |

`pages`

| url | noindex |
|---|---|
| https://example.com/a | false |
| https://example.com/b | true |
| https://example.com/c | false |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | Discovered - currently not indexed (Search Console, export of 2026-01-10); last crawled 2026-01-03 | Indexed | Link to it, and check what bots crawl instead |
*/
SELECT
    url,
    sitemap_url,
    line,
    reported AS observed,
    'Indexed' AS expected,
    'Link to it, and check what bots crawl instead' AS fix
FROM search_pages
WHERE is_listed AND state_code = 'discovered-not-indexed' AND is_indexable

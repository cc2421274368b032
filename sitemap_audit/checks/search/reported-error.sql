/*
---
severity: notice
cause: is indexable, and Search Console reports an error
confidence: medium
basis: inferred
engines: [google]
needs: [entries, imported_files, imported_urls, inspected_urls, pages]
over: search_pages
when: "is_listed AND engine = 'google' AND state_code IS NOT NULL AND COALESCE(is_indexable, TRUE)"
unknown: "is_indexable IS NULL"
see:
  - https://support.google.com/webmasters/answer/7440203
  - https://support.google.com/webmasters/answer/9012289
since: 0.1.0
---
# Search Console reports error, page is indexable

## What it finds

A listed URL that the audit found indexable, and whose latest state in an imported export of Search
Console, or by the URL Inspection API (`--inspect`), is an error: 404, another 4xx, 5xx, soft 404, a
redirect, blocked by robots.txt, or `noindex`.

## Why it matters

Either the fault is corrected and Google has not crawled the page since: then it comes back later
than it could. Or Googlebot gets another response than the audit, as from a firewall or a CDN: then
the page stays out of the index.

## How to fix it

Inspect the URL in Search Console (Test live URL). If the test succeeds, choose Validate fix in the
report. If it fails, check the firewall, CDN and server for rules about Googlebot
(`logs/server-error-for-bots`, `indexability/differs-for-bot`).

## Example

### A page that returned 404 to Googlebot

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 4 |
| https://example.com/c | 5 |

`imported_urls`

| url | file | state | last_crawled_at |
|---|---|---|---|
| https://example.com/a | Coverage-Drilldown-2026-01-10.zip/Table.csv | Not found (404) | 2025-12-20 |
| https://example.com/b | Coverage-Drilldown-2026-01-10.zip/Table.csv | Not found (404) | 2025-12-20 |
| https://example.com/c | Coverage-Drilldown-2026-01-10.zip/Table.csv | Crawled - currently not indexed | 2025-12-20 |

`pages`

| url | status |
|---|---|
| https://example.com/a | 200 |
| https://example.com/b | 404 |
| https://example.com/c | 200 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | Not found (404) (Search Console, export of 2026-01-10); last crawled 2025-12-20; indexable for the audit | Indexed | Test the live URL in Search Console, then choose Validate fix |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(reported, '; indexable for the audit') AS observed,
    'Indexed' AS expected,
    'Test the live URL in Search Console, then choose Validate fix' AS fix
FROM search_pages
WHERE
    is_listed
    AND engine = 'google'
    AND is_indexable
    AND state_code IN (
        'redirect',
        'server-error',
        'redirect-error',
        'blocked-by-robots',
        'noindex',
        'soft-404',
        'unauthorized',
        'not-found',
        'forbidden',
        'other-4xx'
    )

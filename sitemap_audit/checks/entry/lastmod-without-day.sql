/*
---
severity: notice
cause: has a lastmod without day
confidence: medium
basis: documented
engines: [protocol]
needs: [entries]
over: entries
when: "lastmod_at IS NOT NULL"
see:
  - https://www.w3.org/TR/NOTE-datetime
  - https://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd
since: 0.1.0
---
# lastmod without day

## What it finds

A `<lastmod>` is only a year or a month: `2026` or `2026-01`.

## Why it matters

W3C Datetime allows these forms, but the XML Schema of the sitemap protocol requires a full date or
a date with time. Validators report the file as invalid, and a month does not show when the page
changed.

## How to fix it

Set the full date in the sitemap generator: `2026-01-15`.

## Example

### A month, a year, a day

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 2026-01 | 3 |
| https://example.com/b | 2026 | 6 |
| https://example.com/c | 2026-01-15 | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | 2026-01 | Full date, such as 2026-01-15 | Add the day |
| https://example.com/b | https://example.com/sitemap.xml | 6 | 2026 | Full date, such as 2026-01-15 | Add the day |
*/
SELECT
    url,
    sitemap_url,
    line,
    lastmod AS observed,
    'Full date, such as 2026-01-15' AS expected,
    'Add the day' AS fix
FROM entries
WHERE lastmod_precision IN ('year', 'month') AND lastmod_problem IS NULL

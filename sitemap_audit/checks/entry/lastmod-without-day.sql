/*
---
severity: notice
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
# lastmod without a day

## What it finds

A `<lastmod>` that is a year or a month alone: `2026` or `2026-01`.

## Why it matters

W3C Datetime has these forms, but the protocol's schema of today allows a whole date or a date with
a time only, and a month says little about a change.

## How to fix it

Write the day: `2026-01-15`.

## Example

### A month, a year, a day

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 2026-01 | 3 |
| https://example.com/b | 2026 | 6 |
| https://example.com/c | 2026-01-15 | 9 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | 2026-01 | a whole date, such as 2026-01-15 |
| https://example.com/b | https://example.com/sitemap.xml | 6 | 2026 | a whole date, such as 2026-01-15 |
*/
SELECT
    url,
    sitemap_url,
    line,
    lastmod AS observed,
    'a whole date, such as 2026-01-15' AS expected
FROM entries
WHERE lastmod_precision IN ('year', 'month') AND lastmod_problem IS NULL

/*
---
severity: notice
cause: has a lastmod without time
confidence: pedantic
basis: documented
engines: [bing]
needs: [entries]
over: entries
when: "lastmod_at IS NOT NULL"
see:
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
since: 0.1.0
---
# lastmod without time

## What it finds

A `<lastmod>` is a date without a time, such as `2026-01-15`.

## Why it matters

A date alone is valid. Bing recommends date and time with the time zone, because a date alone does
not show a second change on the same day.

## How to fix it

Set date and time in the sitemap generator, with the time zone: `2026-01-15T09:30:00+00:00`.

## Example

### A date, and a date with time

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 2026-01-15 | 3 |
| https://example.com/b | 2026-01-15T09:30:00Z | 6 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | 2026-01-15 | Date and time, such as 2026-01-15T09:30:00+00:00 | Add the time and the time zone |
*/
SELECT
    url,
    sitemap_url,
    line,
    lastmod AS observed,
    'Date and time, such as 2026-01-15T09:30:00+00:00' AS expected,
    'Add the time and the time zone' AS fix
FROM entries
WHERE lastmod_precision = 'day' AND lastmod_problem IS NULL

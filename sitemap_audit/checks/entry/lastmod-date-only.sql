/*
---
severity: notice
confidence: pedantic
basis: documented
engines: [bing]
aliases: [lastmod-date-only]
needs: [entries]
over: entries
when: "lastmod_at IS NOT NULL"
see:
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
since: 0.1.0
---
# lastmod without a time

## What it finds

A `<lastmod>` that is a day without a time.

## Why it matters

It is valid. Bing asks for date and time, with the zone, since it visits pages again within hours.

## How to fix it

Write the time too where it is known: `2026-01-15T09:30:00+00:00`.

## Example

### With and without

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 2026-01-15 | 3 |
| https://example.com/b | 2026-01-15T09:30:00Z | 6 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | 2026-01-15 | date and time, such as 2026-01-15T09:30:00+00:00 |
*/
SELECT
    url,
    sitemap_url,
    line,
    lastmod AS observed,
    'date and time, such as 2026-01-15T09:30:00+00:00' AS expected
FROM entries
WHERE lastmod_precision = 'day' AND lastmod_problem IS NULL

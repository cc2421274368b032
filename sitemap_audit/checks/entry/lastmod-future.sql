/*
---
severity: error
confidence: high
basis: documented
engines: [google, bing]
aliases: [lastmod-future]
needs: [entries, sitemaps]
over: entries
when: "lastmod_at IS NOT NULL"
see:
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# lastmod in the future

## What it finds

An entry whose `<lastmod>` lies more than a day after the moment at which the sitemap was fetched.
The day is the room left for clocks and time zones.

## Why it matters

A date to come cannot be when the page was last changed. Search engines stop trusting the dates of a
site where they prove wrong.

## How to fix it

Write when the page's content last changed. A date of publication that is to come does not belong
here, and mostly neither does the entry.

## Example

### Two days ahead, and within a day

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 2026-01-17 | 4 |
| https://example.com/b | 2026-01-16 | 8 |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 4 | 2026-01-17 | at most 2026-01-15 12:00 UTC, when the sitemap was fetched | https://example.com/sitemap.xml | remove | lastmod | 2026-01-17 |
*/
SELECT
    entries.url,
    entries.sitemap_url,
    entries.line,
    entries.lastmod AS observed,
    CONCAT(
        'at most ',
        LEFT(CAST(sitemaps.fetched_at AS VARCHAR), 16),
        ' UTC, when the sitemap was fetched'
    ) AS expected,
    entries.sitemap_url AS change_url,
    'remove' AS action,
    'lastmod' AS place,
    entries.lastmod AS "from"
FROM entries
INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
WHERE entries.lastmod_at > sitemaps.fetched_at + INTERVAL 1 DAY

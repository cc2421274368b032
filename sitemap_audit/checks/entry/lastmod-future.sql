/*
---
severity: error
cause: has a lastmod in the future
confidence: high
basis: documented
engines: [google, bing]
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

A `<lastmod>` is more than one day later than the time at which the sitemap was fetched. One day is
allowed for wrong clocks and time zones.

## Why it matters

A page cannot have changed in the future, so the date is wrong. Google uses `<lastmod>` only if it
is consistently accurate. Bing plans its crawl by `<lastmod>` and asks for the date of the last
change too.

## How to fix it

Set `<lastmod>` in the sitemap generator to the last change of the content, not to a planned
publication date. Remove pages that are not published yet from the sitemap.

## Example

### Two days ahead, and less than a day ahead

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 2026-01-17 | 4 |
| https://example.com/b | 2026-01-16 | 8 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 4 | 2026-01-17 | At most 2026-01-15 12:00 UTC (time of the fetch) | Set the date of the last change, or remove <lastmod> | https://example.com/sitemap.xml | remove | lastmod | 2026-01-17 |
*/
SELECT
    entries.url,
    entries.sitemap_url,
    entries.line,
    entries.lastmod AS observed,
    CONCAT(
        'At most ',
        LEFT(CAST(sitemaps.fetched_at AS VARCHAR), 16),
        ' UTC (time of the fetch)'
    ) AS expected,
    'Set the date of the last change, or remove <lastmod>' AS fix,
    entries.sitemap_url AS change_url,
    'remove' AS action,
    'lastmod' AS place,
    entries.lastmod AS "from"
FROM entries
INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
WHERE entries.lastmod_at > sitemaps.fetched_at + INTERVAL 1 DAY

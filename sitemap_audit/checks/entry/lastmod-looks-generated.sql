/*
---
severity: warning
cause: has the time of its generation as lastmod
confidence: medium
basis: documented
engines: [google, bing]
needs: [entries, sitemaps]
over: sitemaps_with_lastmod
when: "dated >= $min_entries AND dates > 1 AND news = 0"
parameters: {min_entries: 20, min_percent: 90, max_minutes: 5}
see:
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
since: 0.2.0
---
# lastmod is the sitemap's generation time

## What it finds

A sitemap has at least `min_entries` (20) URLs with a `<lastmod>`, and at least `min_percent` (90)
percent of these dates are within `max_minutes` (5) minutes of the time at which the sitemap was
requested, of its `Date` header or of its `Last-Modified` header. Dates without a time are not
compared. Sitemaps with news are not reported, nor are those with the same date on all URLs:
`entry/lastmod-all-identical` reports these.

## Why it matters

The pages did not all change when the file was made. Bing asks for the date of the last change of
the page, not for the time at which the sitemap was generated. Google uses `<lastmod>` only if it is
consistently and verifiably accurate.

## How to fix it

Set `<lastmod>` in the sitemap generator to the last change of each page's content (WordPress:
`post_modified_gmt`), not to the current time. Leave `<lastmod>` out if this date is not known. If
all these pages were imported or changed together just then, the dates are correct.

## Example

### Two dates just before the request, and a sitemap with one of them

`parameters`

| min_entries |
|---|
| 2 |

`entries`

| sitemap_url | loc | lastmod |
|---|---|---|
| https://example.com/a.xml | https://example.com/1 | 2026-01-15T11:59:58Z |
| https://example.com/a.xml | https://example.com/2 | 2026-01-15T12:59:59+01:00 |
| https://example.com/b.xml | https://example.com/3 | 2026-01-15T11:59:59Z |
| https://example.com/b.xml | https://example.com/4 | 2025-11-03T08:00:00Z |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml | 2 of 2 dates within 5 minutes of the request | Date of each page's last change | Set each page's own date, or remove <lastmod> |
*/
WITH distances AS (
    SELECT
        entries.sitemap_id,
        entries.sitemap_url,
        entries.lastmod_at,
        entries.news,
        entries.lastmod_precision <> 'day' AS has_time,
        ABS(DATE_DIFF('second', entries.lastmod_at, sitemaps.fetched_at)) AS from_fetch,
        ABS(DATE_DIFF('second', entries.lastmod_at, sitemaps.sent_at)) AS from_date,
        ABS(DATE_DIFF('second', entries.lastmod_at, sitemaps.last_modified_at)) AS from_modified
    FROM entries
    INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
    WHERE entries.kind = 'url' AND entries.lastmod_at IS NOT NULL
),

counts AS (
    SELECT
        sitemap_id,
        MIN(sitemap_url) AS sitemap_url,
        COUNT(*) AS dated,
        COUNT(DISTINCT lastmod_at) AS dates,
        SUM(news) AS news,
        COUNT(CASE WHEN has_time AND from_fetch <= 60 * $max_minutes THEN 1 END) AS of_fetch,
        COUNT(CASE WHEN has_time AND from_date <= 60 * $max_minutes THEN 1 END) AS of_date,
        COUNT(CASE WHEN has_time AND from_modified <= 60 * $max_minutes THEN 1 END) AS of_modified
    FROM distances
    GROUP BY sitemap_id
)

SELECT
    sitemap_url,
    CONCAT(
        FORMAT_NUMBER(GREATEST(of_fetch, of_date, of_modified), 0), ' of ',
        FORMAT_NUMBER(dated, 0), ' dates within ', $max_minutes, ' minutes of ',
        CASE
            WHEN of_fetch >= GREATEST(of_date, of_modified) THEN 'the request'
            WHEN of_date >= of_modified THEN 'the Date header'
            ELSE 'the Last-Modified header'
        END
    ) AS observed,
    'Date of each page''s last change' AS expected,
    'Set each page''s own date, or remove <lastmod>' AS fix
FROM counts
WHERE
    dated >= $min_entries
    AND dates > 1
    AND news = 0
    AND 100 * GREATEST(of_fetch, of_date, of_modified) >= $min_percent * dated

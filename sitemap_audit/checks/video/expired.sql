/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [video-expired]
needs: [entry_videos, sitemaps]
over: entry_videos
when: "expiration_at IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# Video that has expired

## What it finds

A video whose `<video:expiration_date>` was over when the sitemap was fetched. A date without a time
lasts to the end of its day.

## Why it matters

Google drops the video from its results. The entry is of no use any more.

## How to fix it

Take the video out of the sitemap, or correct the date.

## Example

### Yesterday, today, tomorrow

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | expiration_date |
|---|---|
| https://example.com/p | 2026-01-14 |
| https://example.com/p | 2026-01-15 |
| https://example.com/p | 2026-01-16T00:00:00Z |
| https://example.com/p | |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 2026-01-14 | a date after 2026-01-15, when the sitemap was fetched | https://example.com/sitemap.xml | remove | xml | <video:video> |
*/
SELECT
    entry_videos.url,
    entry_videos.sitemap_url,
    entry_videos.line,
    entry_videos.expiration_date AS observed,
    CONCAT(
        'a date after ',
        LEFT(CAST(sitemaps.fetched_at AS VARCHAR), 10),
        ', when the sitemap was fetched'
    ) AS expected,
    entry_videos.sitemap_url AS change_url,
    'remove' AS action,
    'xml' AS place,
    '<video:video>' AS "from"
FROM entry_videos
INNER JOIN sitemaps ON entry_videos.sitemap_id = sitemaps.id
WHERE
    CASE entry_videos.expiration_precision
        WHEN 'year' THEN entry_videos.expiration_at + INTERVAL 1 YEAR
        WHEN 'month' THEN entry_videos.expiration_at + INTERVAL 1 MONTH
        WHEN 'day' THEN entry_videos.expiration_at + INTERVAL 1 DAY
        ELSE entry_videos.expiration_at
    END < sitemaps.fetched_at

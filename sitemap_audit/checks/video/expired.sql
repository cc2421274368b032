/*
---
severity: warning
cause: has an expired video
confidence: high
basis: documented
engines: [google]
needs: [entry_videos, sitemaps]
over: entry_videos
when: "expiration_at IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# Expired video in sitemap

## What it finds

A `<video:video>` whose `<video:expiration_date>` was over when the sitemap was fetched. A date
without a time expires at the end of the day; without a time zone, the latest time that it can be
counts.

## Why it matters

Google does not show a video after its expiration date.

## How to fix it

Remove `<video:video>` from the sitemap, or correct the expiration date in the CMS. Set the sitemap
generator to leave out expired videos.

## Example

### Expired yesterday, today, tomorrow, no date

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | expiration_date |
|---|---|
| https://example.com/p | 2026-01-13 |
| https://example.com/p | 2026-01-15 |
| https://example.com/p | 2026-01-16T00:00:00Z |
| https://example.com/p | |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | Expired 2026-01-13 | Not expired on 2026-01-15 (fetch of the sitemap) | Remove <video:video>, or correct the expiration date | https://example.com/sitemap.xml | remove | xml | <video:video> |
*/
SELECT
    entry_videos.url,
    entry_videos.sitemap_url,
    entry_videos.line,
    CONCAT('Expired ', entry_videos.expiration_date) AS observed,
    CONCAT(
        'Not expired on ',
        LEFT(CAST(sitemaps.fetched_at AS VARCHAR), 10),
        ' (fetch of the sitemap)'
    ) AS expected,
    'Remove <video:video>, or correct the expiration date' AS fix,
    entry_videos.sitemap_url AS change_url,
    'remove' AS action,
    'xml' AS place,
    '<video:video>' AS "from"
FROM entry_videos
INNER JOIN sitemaps ON entry_videos.sitemap_id = sitemaps.id
WHERE
    CASE
        WHEN entry_videos.expiration_precision = 'year'
            THEN entry_videos.expiration_at + INTERVAL 1 YEAR + INTERVAL 12 HOUR
        WHEN entry_videos.expiration_precision = 'month'
            THEN entry_videos.expiration_at + INTERVAL 1 MONTH + INTERVAL 12 HOUR
        WHEN entry_videos.expiration_precision = 'day'
            THEN entry_videos.expiration_at + INTERVAL 36 HOUR
        WHEN entry_videos.expiration_problem = 'no-time-zone'
            THEN entry_videos.expiration_at + INTERVAL 12 HOUR
        ELSE entry_videos.expiration_at
    END < sitemaps.fetched_at

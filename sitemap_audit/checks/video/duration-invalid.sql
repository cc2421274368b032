/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [video-duration-invalid]
needs: [entry_videos]
over: entry_videos
when: "duration IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# Duration of a video that is none

## What it finds

A `<video:duration>` that is not a whole number of seconds from 1 to 28,800 (eight hours).

## Why it matters

Google does not read it.

## How to fix it

Write the seconds: `90` for a minute and a half.

## Example

### Minutes, nothing, too long

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | duration |
|---|---|
| https://example.com/p | 1:30 |
| https://example.com/p | 0 |
| https://example.com/p | 28801 |
| https://example.com/p | 28800 |
| https://example.com/p | 1 |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 1:30 | a whole number of seconds from 1 to 28800 | https://example.com/sitemap.xml | remove | video | duration: 1:30 |
| https://example.com/p | https://example.com/sitemap.xml | 3 | 0 | a whole number of seconds from 1 to 28800 | https://example.com/sitemap.xml | remove | video | duration: 0 |
| https://example.com/p | https://example.com/sitemap.xml | 3 | 28801 | a whole number of seconds from 1 to 28800 | https://example.com/sitemap.xml | remove | video | duration: 28801 |
*/
SELECT
    url,
    sitemap_url,
    line,
    duration AS observed,
    'a whole number of seconds from 1 to 28800' AS expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'video' AS place,
    CONCAT('duration: ', duration) AS "from"
FROM entry_videos
WHERE duration IS NOT NULL AND NOT COALESCE(duration_value BETWEEN 1 AND 28800, FALSE)

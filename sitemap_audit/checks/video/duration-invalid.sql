/*
---
severity: error
cause: has an invalid <video:duration>
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
# Invalid <video:duration>

## What it finds

A `<video:duration>` that is not a whole number of seconds from 1 to 28,800 (8 hours).

## Why it matters

Google reads the duration in seconds, from 1 to 28,800, and ignores other values.

## How to fix it

Write the duration in whole seconds, for example `90` for 1:30, in the sitemap generator or the
video plugin. Remove the element if the duration is not known.

## Example

### Minutes and seconds, 0, more than 8 hours

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

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 1:30 | Whole seconds from 1 to 28,800 | Use whole seconds, or remove the element | https://example.com/sitemap.xml | remove | video | duration: 1:30 |
| https://example.com/p | https://example.com/sitemap.xml | 3 | 0 | Whole seconds from 1 to 28,800 | Use whole seconds, or remove the element | https://example.com/sitemap.xml | remove | video | duration: 0 |
| https://example.com/p | https://example.com/sitemap.xml | 3 | 28801 | Whole seconds from 1 to 28,800 | Use whole seconds, or remove the element | https://example.com/sitemap.xml | remove | video | duration: 28801 |
*/
SELECT
    url,
    sitemap_url,
    line,
    duration AS observed,
    'Whole seconds from 1 to 28,800' AS expected,
    'Use whole seconds, or remove the element' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'video' AS place,
    CONCAT('duration: ', duration) AS "from"
FROM entry_videos
WHERE duration IS NOT NULL AND NOT COALESCE(duration_value BETWEEN 1 AND 28800, FALSE)

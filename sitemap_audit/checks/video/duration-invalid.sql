/*
---
severity: error
cause: has an invalid <video:duration>
confidence: high
basis: documented
engines: [google]
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

### Hours, minutes and seconds

`entry_videos`

| url | duration |
|---|---|
| https://example.com/p | PT1H17M57S |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | PT1H17M57S | Whole seconds from 1 to 28,800 | Replace with 4677 | https://example.com/sitemap.xml | replace | video | duration: PT1H17M57S | duration: 4677 |

### 1:30, 0, more than 8 hours

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
    COALESCE(
        'Replace with ' || CAST(duration_correction AS VARCHAR),
        'Use whole seconds, or remove the element'
    ) AS fix,
    sitemap_url AS change_url,
    CASE WHEN duration_correction IS NULL THEN 'remove' ELSE 'replace' END AS action,
    'video' AS place,
    CONCAT('duration: ', duration) AS "from",
    'duration: ' || CAST(duration_correction AS VARCHAR) AS "to"
FROM entry_videos
WHERE duration IS NOT NULL AND NOT COALESCE(duration_value BETWEEN 1 AND 28800, FALSE)

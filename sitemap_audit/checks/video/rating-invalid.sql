/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [video-rating-invalid]
needs: [entry_videos]
over: entry_videos
when: "rating IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# Rating of a video that is none

## What it finds

A `<video:rating>` that is not a number from 0.0 to 5.0.

## Why it matters

Google does not read it.

## How to fix it

Write a number with a point: `4.5`.

## Example

### Out of ten, with a comma

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | rating |
|---|---|
| https://example.com/p | 9 |
| https://example.com/p | 4,5 |
| https://example.com/p | 0.0 |
| https://example.com/p | 5 |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 9 | a number from 0.0 to 5.0 | https://example.com/sitemap.xml | remove | video | rating: 9 |
| https://example.com/p | https://example.com/sitemap.xml | 3 | 4,5 | a number from 0.0 to 5.0 | https://example.com/sitemap.xml | remove | video | rating: 4,5 |
*/
SELECT
    url,
    sitemap_url,
    line,
    rating AS observed,
    'a number from 0.0 to 5.0' AS expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'video' AS place,
    CONCAT('rating: ', rating) AS "from"
FROM entry_videos
WHERE rating IS NOT NULL AND NOT COALESCE(rating_value BETWEEN 0 AND 5, FALSE)

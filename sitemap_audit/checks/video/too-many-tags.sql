/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [video-too-many-tags]
needs: [entry_videos]
over: entry_videos
when: "tags > 0"
parameters: {max_tags: 32}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# Video with too many tags

## What it finds

A video with more than 32 `<video:tag>`. An element that may stand once and stands twice is the
matter of `sitemap/repeated-element`.

## Why it matters

Google allows 32.

## How to fix it

Keep the tags that say most.

## Example

### One too many

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | tags |
|---|---|
| https://example.com/p | 33 |
| https://example.com/p | 32 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 33 tags | at most 32 |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(tags, ' tags') AS observed,
    CONCAT('at most ', $max_tags) AS expected
FROM entry_videos
WHERE tags > $max_tags

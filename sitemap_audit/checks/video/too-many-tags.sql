/*
---
severity: warning
cause: has more than 32 <video:tag> elements
confidence: high
basis: documented
engines: [google]
needs: [entry_videos]
over: entry_videos
when: "tags > 0"
parameters: {max_tags: 32}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# More than 32 <video:tag> elements

## What it finds

A `<video:video>` with more than 32 `<video:tag>` elements. Other elements that may occur once and
occur twice are reported by `sitemap/repeated-element`.

## Why it matters

Google accepts at most 32 tags for each video.

## How to fix it

Limit the sitemap generator or the video plugin to the 32 most important tags of a video.

## Example

### 33 tags

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

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 33 tags | At most 32 tags | Remove 1 tag |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(tags, ' tags') AS observed,
    CONCAT('At most ', $max_tags, ' tags') AS expected,
    CONCAT(
        'Remove ', tags - $max_tags, CASE WHEN tags - $max_tags = 1 THEN ' tag' ELSE ' tags' END
    ) AS fix
FROM entry_videos
WHERE tags > $max_tags

/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [video-required-missing]
known_as:
  Google Search Console: ["Missing thumbnail URL", "Missing video title"]
needs: [entry_videos]
over: entry_videos
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Video without what it must have

## What it finds

A `<video:video>` without thumbnail_loc, title or description, or without either of content_loc and
player_loc; empty counts as missing.

## Why it matters

Google does not index the video, and Search Console reports the missing tag.

## How to fix it

Add the elements.

## Example

### Two are missing, and all are there

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | thumbnail_loc | title | description | content_loc | player_loc |
|---|---|---|---|---|---|
| https://example.com/p | | A | About A | | "" |
| https://example.com/p | https://example.com/b.png | B | About B | https://example.com/b.mp4 | |
| https://example.com/p | https://example.com/c.png | C | About C | | https://example.com/play?c |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | no thumbnail_loc, no content_loc or player_loc | thumbnail_loc, title, description, and content_loc or player_loc |
*/
WITH missing AS (
    SELECT
        url,
        sitemap_url,
        line,
        CONCAT_WS(
            ', ',
            CASE
                WHEN NOT REGEXP_MATCHES(COALESCE(thumbnail_loc, ''), '\S')
                    THEN 'no thumbnail_loc'
            END,
            CASE
                WHEN NOT REGEXP_MATCHES(COALESCE(title, ''), '\S')
                    THEN 'no title'
            END,
            CASE
                WHEN NOT REGEXP_MATCHES(COALESCE(description, ''), '\S')
                    THEN 'no description'
            END,
            CASE
                WHEN NOT REGEXP_MATCHES(CONCAT(content_loc, player_loc), '\S')
                    THEN 'no content_loc or player_loc'
            END
        ) AS names
    FROM entry_videos
)

SELECT
    url,
    sitemap_url,
    line,
    names AS observed,
    'thumbnail_loc, title, description, and content_loc or player_loc' AS expected
FROM missing
WHERE names <> ''

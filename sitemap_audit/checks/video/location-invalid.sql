/*
---
severity: error
confidence: high
basis: documented
engines: [google]
needs: [entry_videos]
over: entry_videos
when: "COALESCE(thumbnail_loc, content_loc, player_loc) IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Video with an address that cannot be fetched

## What it finds

A `<video:thumbnail_loc>`, `<video:content_loc>` or `<video:player_loc>` that is no full http or
https address: a path, or a protocol for streams (`rtmp:`, `rtsp:`, `mms:`). For the file itself FTP
will do too. One that is missing or empty is the matter of `video/required-missing`.

## Why it matters

Google fetches the thumbnail and the file. What it cannot fetch it cannot show, and the video is
left out.

## How to fix it

Write the whole address, with `https://` and the host.

## Example

### A path, a stream, and whole addresses

`entry_videos`

| line | thumbnail_loc | content_loc | player_loc |
|---|---|---|---|
| 3 | /a.png | https://example.com/a.mp4 | |
| 9 | https://example.com/b.png | rtmp://example.com/b | https://example.com/play?b |
| 15 | HTTPS://example.com/c.png | ftp://example.com/c.mp4 | |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | 3 | thumbnail_loc: /a.png | a full http or https address |
| https://example.com/ | https://example.com/sitemap.xml | 9 | content_loc: rtmp://example.com/b | a full http or https address |
*/
WITH addresses AS (
    SELECT
        url,
        sitemap_url,
        line,
        'thumbnail_loc' AS name,
        thumbnail_loc AS written,
        '^https?://[^/?#]' AS form
    FROM entry_videos
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        'content_loc' AS name,
        content_loc AS written,
        '^(https?|ftp)://[^/?#]' AS form
    FROM entry_videos
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        'player_loc' AS name,
        player_loc AS written,
        '^https?://[^/?#]' AS form
    FROM entry_videos
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT(name, ': ', TRIM(LEFT(written, 2000))) AS observed,
    'a full http or https address' AS expected
FROM addresses
WHERE
    REGEXP_MATCHES(written, '\S')
    AND NOT REGEXP_MATCHES(LOWER(REGEXP_REPLACE(written, '^\s+', '')), form)

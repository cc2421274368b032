/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [video-loc-equals-page]
known_as:
  Google Search Console: ["Video location and play page location are the same"]
needs: [entry_videos]
over: entry_videos
when: "url IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Video whose file or player is the page itself

## What it finds

A `<video:content_loc>` or `<video:player_loc>` that is the address of its entry.

## Why it matters

Google wants the file or the player there, and does not take the page for it; Search Console reports
that both locations are the same.

## How to fix it

Write the address of the video file into content_loc, or of the player that is embedded in the page
into player_loc.

## Example

### The page in another spelling

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | content_loc | player_loc |
|---|---|---|
| https://example.com/p | HTTPS://example.com:443/p | |
| https://example.com/p | | https://example.com/p |
| https://example.com/p | https://example.com/p.mp4 | https://example.com/p?player |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | content_loc: HTTPS://example.com:443/p | another address than the page's |
| https://example.com/p | https://example.com/sitemap.xml | 3 | player_loc: https://example.com/p | another address than the page's |
*/
SELECT
    url,
    sitemap_url,
    line,
    CASE
        WHEN content_url_key = url_key THEN CONCAT('content_loc: ', content_loc)
        ELSE CONCAT('player_loc: ', player_loc)
    END AS observed,
    'another address than the page''s' AS expected,
    CASE
        WHEN content_url_key = url_key AND player_url_key <> url_key THEN sitemap_url
        WHEN player_url_key = url_key AND content_url_key <> url_key THEN sitemap_url
    END AS change_url,
    'remove' AS action,
    'video' AS place,
    CASE
        WHEN content_url_key = url_key THEN CONCAT('content_loc: ', content_loc)
        ELSE CONCAT('player_loc: ', player_loc)
    END AS "from"
FROM entry_videos
WHERE content_url_key = url_key OR player_url_key = url_key

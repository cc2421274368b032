/*
---
severity: error
cause: has the URL of the page as video URL
confidence: high
basis: documented
engines: [google]
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
# Video URL equals the page URL

## What it finds

A `<video:content_loc>` or `<video:player_loc>` with the same URL as the `<loc>` of its page.

## Why it matters

Google requires a URL of the video file or of its player that differs from `<loc>`. Search Console
reports "Video location and play page location are the same".

## How to fix it

Write the URL of the video file into `<video:content_loc>`, or the `src` of the embedded player into
`<video:player_loc>`, in the sitemap generator or the video plugin. One of the two is enough.

## Example

### Same URL with port and upper case, same URL as player

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

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | content_loc: HTTPS://example.com:443/p | URL of the video file | Replace with the URL of the video file |
| https://example.com/p | https://example.com/sitemap.xml | 3 | player_loc: https://example.com/p | URL of the player | Replace with the URL of the player |
*/
SELECT
    url,
    sitemap_url,
    line,
    CASE
        WHEN content_url_key = url_key THEN CONCAT('content_loc: ', content_loc)
        ELSE CONCAT('player_loc: ', player_loc)
    END AS observed,
    CASE
        WHEN content_url_key = url_key THEN 'URL of the video file'
        ELSE 'URL of the player'
    END AS expected,
    CASE
        WHEN content_url_key = url_key AND player_url_key <> url_key
            THEN 'Remove content_loc, or use the URL of the video file'
        WHEN player_url_key = url_key AND content_url_key <> url_key
            THEN 'Remove player_loc, or use the URL of the player'
        WHEN content_url_key = url_key THEN 'Replace with the URL of the video file'
        ELSE 'Replace with the URL of the player'
    END AS fix,
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

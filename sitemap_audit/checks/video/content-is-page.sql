/*
---
severity: error
cause: has a content_loc that returns an HTML page
confidence: high
basis: documented
engines: [google]
known_as:
  Google Search Console: ["Video location URL appears to be a play page URL"]
needs: [media]
over: media_states
when: "kind = 'video'"
unknown: "state <> 'ok' OR is_untyped"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Video content_loc returns an HTML page

## What it finds

A `<video:content_loc>` that returns HTML or Flash instead of a video file. Video files are fetched
only with the option `--media N`, at most N of them.

## Why it matters

Google requires the URL of the video file itself in `content_loc`; HTML and Flash are not supported.
Search Console reports "Video location URL appears to be a play page URL".

## How to fix it

Write the URL of the video file (such as `.mp4`) into `<video:content_loc>`, in the sitemap
generator or the video plugin. For an embedded player (YouTube, Vimeo), use `<video:player_loc>`
with the URL of the player instead.

## Example

### A page that plays the video, and a video file

`media`

| url | kind | line | content_type |
|---|---|---|---|
| https://example.com/watch | video | 3 | text/html |
| https://example.com/b.mp4 | video | 5 | video/mp4 |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/watch | 3 | Returns text/html | Video file | Replace with the URL of the video file, or use player_loc |
*/
SELECT
    page_url AS url,
    sitemap_url,
    url AS related_url,
    line,
    CONCAT('Returns ', content_type) AS observed,
    'Video file' AS expected,
    'Replace with the URL of the video file, or use player_loc' AS fix
FROM media_states
WHERE
    kind = 'video'
    AND state = 'ok'
    AND content_type IN (
        'text/html', 'application/xhtml+xml', 'application/x-shockwave-flash'
    )

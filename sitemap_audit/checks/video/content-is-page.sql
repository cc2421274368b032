/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [video-content-loc-html]
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
# Video file that is a page

## What it finds

A `<video:content_loc>` that answers with HTML or Flash in place of a video. The files are asked for
with the option `media` alone, and only so many as it says.

## Why it matters

`content_loc` must be the video itself. Search Console reports that the address appears to be a page
that plays it.

## How to fix it

List the video's own file, or give the page that plays it as `<video:player_loc>`.

## Example

### A page that plays the video, and the video

`media`

| url | kind | line | content_type |
|---|---|---|---|
| https://example.com/watch | video | 3 | text/html |
| https://example.com/b.mp4 | video | 5 | video/mp4 |

finds:

| url | sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/watch | 3 | text/html | a video file |
*/
SELECT
    page_url AS url,
    sitemap_url,
    url AS related_url,
    line,
    content_type AS observed,
    'a video file' AS expected
FROM media_states
WHERE
    kind = 'video'
    AND state = 'ok'
    AND content_type IN (
        'text/html', 'application/xhtml+xml', 'application/x-shockwave-flash'
    )

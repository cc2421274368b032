/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [video-file-unreachable]
needs: [media]
over: media_states
when: "kind IN ('thumbnail', 'video')"
unknown: "state = 'unknown' AND robots <> 'disallowed'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# Video file or thumbnail that cannot be fetched

## What it finds

A `<video:content_loc>` or `<video:thumbnail_loc>` that answers with a 4xx or 5xx status, does not
answer, or is disallowed for Google's bot by the robots.txt of its host; or a thumbnail that is no
image. The files are asked for with the option `media` alone, and only so many as it says. A redirect
is not followed, and a refusal may be meant for this audit alone: both are left open.

## Why it matters

Google must fetch both to show the video.

## How to fix it

List the addresses at which the files are, and let Googlebot-Video and Googlebot-Image fetch them.

## Example

### A file that is gone, a thumbnail that is blocked, and sound ones

`media`

| url | kind | line | status | robots |
|---|---|---|---|---|
| https://example.com/a.mp4 | video | 3 | 404 | allowed |
| https://example.com/a.png | thumbnail | 3 | 200 | disallowed |
| https://example.com/b.mp4 | video | 5 | 200 | allowed |
| https://example.com/b.png | thumbnail | 5 | 200 | allowed |

finds:

| url | sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/a.mp4 | 3 | video: status 404 | a file that can be fetched |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/a.png | 3 | thumbnail: disallowed for Googlebot-Image | a file that can be fetched |
*/
WITH judged AS (
    SELECT
        page_url,
        sitemap_url,
        url,
        line,
        kind,
        CASE
            WHEN state = 'unreachable' THEN CONCAT_WS(': ', error, error_detail)
            WHEN state IN ('client-error', 'server-error') THEN CONCAT('status ', status)
            WHEN robots = 'disallowed' AND kind = 'video' THEN 'disallowed for Googlebot-Video'
            WHEN robots = 'disallowed' THEN 'disallowed for Googlebot-Image'
            WHEN
                kind = 'thumbnail'
                AND state = 'ok'
                AND NOT is_untyped
                AND content_type NOT LIKE 'image/%'
                THEN content_type
        END AS fault
    FROM media_states
    WHERE kind IN ('thumbnail', 'video')
)

SELECT
    page_url AS url,
    sitemap_url,
    url AS related_url,
    line,
    CONCAT(kind, ': ', fault) AS observed,
    'a file that can be fetched' AS expected
FROM judged
WHERE fault IS NOT NULL

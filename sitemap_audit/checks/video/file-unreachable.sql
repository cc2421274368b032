/*
---
severity: warning
cause: has a video file or thumbnail that cannot be fetched
confidence: high
basis: documented
engines: [google]
needs: [media]
over: media_states
when: "kind IN ('thumbnail', 'video')"
unknown: "state = 'unknown' AND robots <> 'disallowed'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# Video file or thumbnail cannot be fetched

## What it finds

A `<video:content_loc>` or `<video:thumbnail_loc>` that returns 4xx or 5xx, cannot be reached, or is
disallowed by the robots.txt of its host for Googlebot-Video or Googlebot-Image; or a thumbnail that
is not an image. These files are fetched only with the option `--media N`, at most N of them.
Redirects and responses that bot protection may cause (401, 403, 429, 503) are not checked.

## Why it matters

Google must be able to crawl the thumbnail and the video file, and asks that robots.txt block none
of these URLs. Without these files it cannot show the video.

## How to fix it

Correct the URLs in the sitemap generator or the video plugin. On the server or CDN, allow
Googlebot-Video and Googlebot-Image in robots.txt and return 200 for both files.

## Example

### Video returns 404, thumbnail disallowed, and two working files

`media`

| url | kind | line | status | robots |
|---|---|---|---|---|
| https://example.com/a.mp4 | video | 3 | 404 | allowed |
| https://example.com/a.png | thumbnail | 3 | 200 | disallowed |
| https://example.com/b.mp4 | video | 5 | 200 | allowed |
| https://example.com/b.png | thumbnail | 5 | 200 | allowed |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/a.mp4 | 3 | Video returns 404 | 200 | Replace with a working URL, or remove the video |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/a.png | 3 | Thumbnail disallowed for Googlebot-Image | Allowed | Allow Googlebot-Image in https://example.com/robots.txt |
*/
WITH judged AS (
    SELECT
        page_url,
        sitemap_url,
        url,
        line,
        kind,
        status,
        error,
        error_detail,
        content_type,
        CASE kind WHEN 'video' THEN 'Video' ELSE 'Thumbnail' END AS name,
        CASE kind WHEN 'video' THEN 'Googlebot-Video' ELSE 'Googlebot-Image' END AS bot,
        CONCAT(REGEXP_EXTRACT(url, '^https?://[^/]+'), '/robots.txt') AS robots_url,
        CASE
            WHEN state = 'unreachable' THEN 'unreachable'
            WHEN state IN ('client-error', 'server-error') THEN 'status'
            WHEN robots = 'disallowed' THEN 'disallowed'
            WHEN
                kind = 'thumbnail'
                AND state = 'ok'
                AND NOT is_untyped
                AND content_type NOT LIKE 'image/%'
                THEN 'type'
        END AS fault
    FROM media_states
    WHERE kind IN ('thumbnail', 'video')
)

SELECT
    judged.page_url AS url,
    judged.sitemap_url,
    judged.url AS related_url,
    judged.line,
    CASE judged.fault
        WHEN 'unreachable'
            THEN
                CONCAT_WS(
                    ': ', judged.name, COALESCE(words.words, judged.error), judged.error_detail
                )
        WHEN 'status' THEN CONCAT(judged.name, ' returns ', judged.status)
        WHEN 'disallowed' THEN CONCAT(judged.name, ' disallowed for ', judged.bot)
        ELSE CONCAT(judged.name, ' returns ', judged.content_type)
    END AS observed,
    CASE judged.fault
        WHEN 'disallowed' THEN 'Allowed'
        WHEN 'type' THEN 'Image file'
        ELSE '200'
    END AS expected,
    CASE
        WHEN judged.fault = 'disallowed'
            THEN CONCAT('Allow ', judged.bot, ' in ', judged.robots_url)
        WHEN judged.fault = 'type' THEN 'Replace with the URL of an image file'
        WHEN escaped_twice.wanted IS NOT NULL
            THEN CONCAT('Replace with ', escaped_twice.wanted, ', if it returns 200')
        WHEN judged.status IN (404, 410) THEN 'Replace with a working URL, or remove the video'
        ELSE 'Return 200, or remove the video'
    END AS fix
FROM judged
LEFT JOIN escaped_twice ON judged.url = escaped_twice.written
LEFT JOIN plain_words AS words ON words.topic = 'error' AND judged.error = words.code
WHERE judged.fault IS NOT NULL

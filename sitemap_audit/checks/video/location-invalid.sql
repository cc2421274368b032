/*
---
severity: error
cause: has an invalid video, player or thumbnail URL
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
# Invalid video, player or thumbnail URL

## What it finds

A `<video:thumbnail_loc>`, `<video:content_loc>` or `<video:player_loc>` that is not an absolute
http or https URL: a path, or a streaming protocol (`rtmp:`, `rtsp:`, `mms:`). `<video:content_loc>`
may also be an ftp URL. Or one of these URLs is escaped twice (`&amp;amp;`). A missing or empty element is reported by `video/required-missing`.

## Why it matters

Google cannot fetch these URLs: it does not resolve relative URLs in a sitemap and does not support
streaming protocols. The video is not indexed.

## How to fix it

Write the absolute URL with `https://` and the host, in the sitemap generator or the video plugin.
For a stream, list the URL of the player in `<video:player_loc>`.

## Example

### Path, RTMP stream, and absolute URLs

`entry_videos`

| line | thumbnail_loc | content_loc | player_loc |
|---|---|---|---|
| 3 | /a.png | https://example.com/a.mp4 | |
| 9 | https://example.com/b.png | rtmp://example.com/b | https://example.com/play?b |
| 15 | HTTPS://example.com/c.png | ftp://example.com/c.mp4 | |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | 3 | thumbnail_loc: /a.png | Absolute http or https URL | Use https://example.com/a.png |
| https://example.com/ | https://example.com/sitemap.xml | 9 | content_loc: rtmp://example.com/b | Absolute http, https or ftp URL | Replace with an absolute https URL |
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
    addresses.url,
    addresses.sitemap_url,
    addresses.line,
    CONCAT(
        addresses.name, ': ', TRIM(LEFT(addresses.written, 2000)),
        CASE WHEN escaped_twice.written IS NOT NULL THEN ' (escaped twice)' ELSE '' END
    ) AS observed,
    CASE
        WHEN escaped_twice.written IS NOT NULL THEN 'Escaped once'
        WHEN addresses.name = 'content_loc' THEN 'Absolute http, https or ftp URL'
        ELSE 'Absolute http or https URL'
    END AS expected,
    CASE
        WHEN escaped_twice.wanted IS NOT NULL THEN CONCAT('Replace with ', escaped_twice.wanted)
        WHEN LENGTH(addresses.written) > 2000 THEN 'Replace with an absolute https URL'
        WHEN REGEXP_MATCHES(addresses.written, '^\s*//\S+\s*$')
            THEN CONCAT('Use https:', REGEXP_REPLACE(addresses.written, '\s', '', 'g'))
        WHEN REGEXP_MATCHES(addresses.written, '^\s*/\S*\s*$') AND addresses.url IS NOT NULL
            THEN
                CONCAT(
                    'Use ',
                    REGEXP_EXTRACT(addresses.url, '^https?://[^/]+'),
                    REGEXP_REPLACE(addresses.written, '\s', '', 'g')
                )
        ELSE 'Replace with an absolute https URL'
    END AS fix,
    CASE WHEN escaped_twice.wanted IS NOT NULL THEN addresses.sitemap_url END AS change_url,
    'replace' AS action,
    'video' AS place,
    CONCAT(addresses.name, ': ', addresses.written) AS "from",
    CONCAT(addresses.name, ': ', escaped_twice.wanted) AS "to"
FROM addresses
LEFT JOIN escaped_twice ON addresses.written = escaped_twice.written
WHERE
    REGEXP_MATCHES(addresses.written, '\S')
    AND (
        escaped_twice.written IS NOT NULL
        OR NOT REGEXP_MATCHES(
            LOWER(REGEXP_REPLACE(addresses.written, '^\s+', '')), addresses.form
        )
    )

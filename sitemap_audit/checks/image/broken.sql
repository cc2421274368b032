/*
---
severity: warning
cause: has an image that cannot be fetched
confidence: high
basis: inferred
engines: [google]
needs: [media]
over: media_states
when: "kind = 'image'"
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
since: 0.1.0
---
# Broken image in sitemap

## What it finds

An `<image:loc>` that returns 4xx or 5xx, cannot be reached, or returns a file that is not an image.
Images are fetched only with the option `--media N`, at most N of them. Redirects and responses that
bot protection may cause (401, 403, 429, 503) are not checked.

## Why it matters

Google cannot index an image that it cannot fetch. The image, and the page through it, do not appear
in Google Images.

## How to fix it

Correct the image URL in the sitemap generator (a CMS plugin such as Yoast or Rank Math), or remove
the `<image:image>` element. If the image exists, make the server or CDN return 200 and an image
content type such as `image/webp`.

## Example

### An image returns 404, another an HTML page

`media`

| url | line | status | content_type |
|---|---|---|---|
| https://example.com/a.png | 3 | 404 | text/html |
| https://example.com/b.png | 4 | 200 | text/html |
| https://example.com/c.png | 5 | 200 | image/png |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/a.png | 3 | Returns 404 | 200 | Remove the image from the sitemap | https://example.com/sitemap.xml | remove | image | loc: https://example.com/a.png |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/b.png | 4 | Returns text/html | An image content type | Replace with the URL of the image file, or remove the image from the sitemap | https://example.com/sitemap.xml | remove | image | loc: https://example.com/b.png |
*/
SELECT
    media.page_url AS url,
    media.sitemap_url,
    media.url AS related_url,
    media.line,
    CASE media.state
        WHEN 'ok' THEN CONCAT('Returns ', media.content_type)
        WHEN 'unreachable'
            THEN CONCAT_WS(': ', COALESCE(words.words, media.error), media.error_detail)
        ELSE CONCAT('Returns ', media.status)
    END AS observed,
    CASE WHEN media.state = 'ok' THEN 'An image content type' ELSE '200' END AS expected,
    CASE
        WHEN escaped_twice.wanted IS NOT NULL
            THEN CONCAT('Replace with ', escaped_twice.wanted, ', if it returns 200')
        WHEN media.status IN (404, 410) THEN 'Remove the image from the sitemap'
        WHEN media.state = 'ok'
            THEN 'Replace with the URL of the image file, or remove the image from the sitemap'
        ELSE 'Return 200, or remove the image from the sitemap'
    END AS fix,
    CASE
        WHEN
            escaped_twice.wanted IS NULL
            AND (media.status IN (404, 410) OR media.state = 'ok')
            THEN media.sitemap_url
    END AS change_url,
    'remove' AS action,
    'image' AS place,
    CONCAT('loc: ', media.url) AS "from"
FROM media_states AS media
LEFT JOIN escaped_twice ON media.url = escaped_twice.written
LEFT JOIN plain_words AS words ON words.topic = 'error' AND media.error = words.code
WHERE
    media.kind = 'image'
    AND (
        media.state IN ('client-error', 'server-error', 'unreachable')
        OR (
            media.state = 'ok'
            AND NOT media.is_untyped
            AND media.content_type NOT LIKE 'image/%'
        )
    )

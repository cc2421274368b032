/*
---
severity: warning
confidence: high
basis: inferred
engines: [google]
aliases: [image-broken]
needs: [media]
over: media_states
when: "kind = 'image'"
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
since: 0.1.0
---
# Listed image that cannot be fetched

## What it finds

An `<image:loc>` that answers with a 4xx or 5xx status, does not answer, or answers with something
other than an image. Images are asked for with the option `media` alone, and only so many as it
says. A redirect is not followed, and a refusal may be meant for this audit alone: both are left
open.

## Why it matters

An image that cannot be fetched is not shown in image search, and the page is not found by it.

## How to fix it

List the address at which the image is, or take the entry's `<image:image>` away.

## Example

### One that is gone, one that is a page, and a sound one

`media`

| url | line | status | content_type |
|---|---|---|---|
| https://example.com/a.png | 3 | 404 | text/html |
| https://example.com/b.png | 4 | 200 | text/html |
| https://example.com/c.png | 5 | 200 | image/png |

finds:

| url | sitemap_url | related_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/a.png | 3 | status 404 | status 200 and an image | https://example.com/sitemap.xml | remove | image | loc: https://example.com/a.png |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/b.png | 4 | text/html | status 200 and an image | https://example.com/sitemap.xml | remove | image | loc: https://example.com/b.png |
*/
SELECT
    page_url AS url,
    sitemap_url,
    url AS related_url,
    line,
    CASE state
        WHEN 'ok' THEN content_type
        WHEN 'unreachable' THEN CONCAT_WS(': ', error, error_detail)
        ELSE CONCAT('status ', status)
    END AS observed,
    'status 200 and an image' AS expected,
    CASE
        WHEN status IN (404, 410) OR state = 'ok' THEN sitemap_url
    END AS change_url,
    'remove' AS action,
    'image' AS place,
    CONCAT('loc: ', url) AS "from"
FROM media_states
WHERE
    kind = 'image'
    AND (
        state IN ('client-error', 'server-error', 'unreachable')
        OR (state = 'ok' AND NOT is_untyped AND content_type NOT LIKE 'image/%')
    )

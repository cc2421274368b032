/*
---
severity: warning
cause: has an image that robots.txt blocks
confidence: high
basis: documented
engines: [google]
needs: [media]
over: media_states
when: "kind = 'image'"
unknown: "robots = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
  - https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers
since: 0.1.0
---
# Image in sitemap blocked by robots.txt

## What it finds

An `<image:loc>` that the robots.txt of its own host disallows for Googlebot-Image. The group for
Googlebot-Image applies, otherwise the group for Googlebot, otherwise `*`. Images are checked only
with the option `--media N`, at most N of them.

## Why it matters

Google does not crawl a disallowed image, so the image does not appear in Google Images. Google asks
that robots.txt allow the images of an image sitemap.

## How to fix it

Allow the image folder for Googlebot-Image in the robots.txt of the image host or CDN. If the image
should stay out of Google Images, remove it from the sitemap.

## Example

### Disallowed, allowed, and robots.txt not available

`media`

| url | line | robots |
|---|---|---|
| https://example.com/a.png | 3 | disallowed |
| https://example.com/b.png | 4 | allowed |
| https://example.com/c.png | 5 | unknown |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/a.png | 3 | Disallowed for Googlebot-Image | Allowed | Allow in https://example.com/robots.txt, or remove the image from the sitemap |
*/
SELECT
    page_url AS url,
    sitemap_url,
    url AS related_url,
    line,
    'Disallowed for Googlebot-Image' AS observed,
    'Allowed' AS expected,
    CONCAT(
        'Allow in ', REGEXP_EXTRACT(url, '^https?://[^/]+'),
        '/robots.txt, or remove the image from the sitemap'
    ) AS fix
FROM media_states
WHERE kind = 'image' AND robots = 'disallowed'

/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [image-robots-blocked]
needs: [media]
over: media_states
when: "kind = 'image'"
unknown: "robots = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
  - https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers
since: 0.1.0
---
# Listed image that robots.txt blocks

## What it finds

An `<image:loc>` that the robots.txt of its own host disallows for Googlebot-Image, by the group of
that name, that of Googlebot or that of every bot. Images are looked at with the option `media`
alone, and only so many as it says.

## Why it matters

Google does not fetch the image, and does not show it.

## How to fix it

Allow the image's address in the robots.txt of its host, or list one that may be fetched.

## Example

### One that is blocked, one that may be fetched, one whose host does not say

`media`

| url | line | robots |
|---|---|---|
| https://example.com/a.png | 3 | disallowed |
| https://example.com/b.png | 4 | allowed |
| https://example.com/c.png | 5 | unknown |

finds:

| url | sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/a.png | 3 | disallowed for Googlebot-Image | allowed |
*/
SELECT
    page_url AS url,
    sitemap_url,
    url AS related_url,
    line,
    'disallowed for Googlebot-Image' AS observed,
    'allowed' AS expected
FROM media_states
WHERE kind = 'image' AND robots = 'disallowed'

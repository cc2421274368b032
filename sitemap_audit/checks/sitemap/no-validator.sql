/*
---
severity: notice
cause: has neither ETag nor Last-Modified
confidence: pedantic
basis: advisory
engines: [google, bing]
needs: [sitemaps]
over: sitemap_states
when: "state = 'ok' AND kind NOT IN ('html', 'empty', 'unknown')"
unknown: "seconds IS NULL"
see:
  - https://www.rfc-editor.org/rfc/rfc9110.html#section-8.8
  - https://developers.google.com/search/docs/crawling-indexing/large-site-managing-crawl-budget
since: 0.1.0
---
# Sitemap without ETag and Last-Modified

## What it finds

The response of the sitemap has neither an `ETag` nor a `Last-Modified` header. A sitemap that was
read from a local file is not checked.

## Why it matters

With one of these headers, Googlebot and Bingbot can send a conditional request, and an unchanged
sitemap returns 304 without content. Without them, they download the whole file each time, or less
often.

## How to fix it

Add a `Last-Modified` header in the program that generates the sitemap, or serve the sitemap as a
static file: web servers then add both headers.

## Example

### No header, ETag, Last-Modified

`sitemaps`

| url | etag | last_modified |
|---|---|---|
| https://example.com/a.xml | | |
| https://example.com/b.xml | "\"1a2b\"" | |
| https://example.com/c.xml | | Mon, 05 Jan 2026 08:00:00 GMT |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml | No ETag, no Last-Modified | ETag or Last-Modified | Add a Last-Modified header |

### An HTML page, a 500

`sitemaps`

| url | kind | status |
|---|---|---|
| https://example.com/a.xml | html | 200 |
| https://example.com/b.xml | | 500 |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    'No ETag, no Last-Modified' AS observed,
    'ETag or Last-Modified' AS expected,
    'Add a Last-Modified header' AS fix
FROM sitemap_states
WHERE
    state = 'ok'
    AND kind NOT IN ('html', 'empty', 'unknown')
    AND seconds IS NOT NULL
    AND etag IS NULL
    AND last_modified IS NULL

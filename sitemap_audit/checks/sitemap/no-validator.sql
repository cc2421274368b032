/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google, bing]
aliases: [sitemap-no-conditional-get]
needs: [sitemaps]
over: sitemap_states
when: "state = 'ok' AND kind NOT IN ('html', 'empty', 'unknown')"
see:
  - https://www.rfc-editor.org/rfc/rfc9110.html#section-8.8
  - https://developers.google.com/search/docs/crawling-indexing/large-site-managing-crawl-budget
since: 0.1.0
---
# Sitemap that is sent anew each time

## What it finds

A sitemap with neither an `ETag` nor a `Last-Modified` header.

## Why it matters

With one of them a crawler can ask whether the file has changed, and gets an empty answer if not.
Without, it fetches the whole file each time, or comes less often.

## How to fix it

Serve the file from disk, where servers do it by themselves, or have the program send
`Last-Modified`.

## Example

### None, and one of each

`sitemaps`

| url | etag | last_modified |
|---|---|---|
| https://example.com/a.xml | | |
| https://example.com/b.xml | "\"1a2b\"" | |
| https://example.com/c.xml | | Mon, 05 Jan 2026 08:00:00 GMT |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/a.xml | neither ETag nor Last-Modified | one of them |

### A page in place of it, and no answer

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
    'neither ETag nor Last-Modified' AS observed,
    'one of them' AS expected
FROM sitemap_states
WHERE
    state = 'ok'
    AND kind NOT IN ('html', 'empty', 'unknown')
    AND etag IS NULL
    AND last_modified IS NULL

/*
---
severity: notice
cause: has a lastmod that differs from its Last-Modified header
confidence: medium
basis: inferred
engines: [google, bing]
follows: [entry/lastmod-all-identical, entry/lastmod-looks-generated, entry/lastmod-future]
needs: [entries, sitemaps, pages]
over: page_lastmods
when: "source = 'header'"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://developers.google.com/search/docs/crawling-indexing/http-caching
since: 0.2.0
---
# lastmod differs from Last-Modified header

## What it finds

The `<lastmod>` of a URL is more than 24 hours newer or older than the `Last-Modified` header of its
page. A date without a time matches every time of that day, in any time zone.

A header within 5 minutes of the response is ignored: the server makes it with each response. So is
a date that most pages of the host have, as after a deployment, and an older `<lastmod>` where the
header differs from `<lastmod>` on most pages of the host: caches set such headers anew. These pages
count as not checked.

## Why it matters

Google uses `<lastmod>` only if it is consistently and verifiably accurate, for example by comparing
it to the last modification of the page. With a `Last-Modified` header before the change, the server
can return 304 to a crawler that has the old page.

## How to fix it

If `<lastmod>` is newer, check that the page really changed then, and that no cache serves an old
copy. If it is older, set `<lastmod>` in the sitemap generator to the last change of the content. If
the header is the time of a deployment or of the cache, change the header or ignore this notice.

## Example

### A lastmod newer than the header, and one of the same day

`pages`

| url | last_modified |
|---|---|
| https://example.com/a | Thu, 01 Jan 2026 10:00:00 GMT |
| https://example.com/b | Sat, 03 Jan 2026 22:00:00 GMT |

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 2026-01-05 | 3 |
| https://example.com/b | 2026-01-04 | 6 |

finds:

| url | sitemap_url | line | observed | expected | fix | kind |
|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | 2026-01-05 | Last-Modified: Thu, 01 Jan 2026 10:00:00 GMT | Set the date of the last change of the content; check for an old copy in a cache | newer |
*/
SELECT
    url,
    sitemap_url,
    line,
    lastmod AS observed,
    CONCAT('Last-Modified: ', told) AS expected,
    CASE
        WHEN verdict = 'newer'
            THEN
                'Set the date of the last change of the content; check for an old copy in a cache'
        ELSE 'Set the date of the last change of the content'
    END AS fix,
    verdict AS kind
FROM page_lastmods
WHERE source = 'header' AND verdict <> 'agrees' AND unknown_reason IS NULL

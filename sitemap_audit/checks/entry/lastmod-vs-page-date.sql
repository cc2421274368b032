/*
---
severity: notice
cause: has a lastmod that differs from the date in its HTML
confidence: medium
basis: inferred
engines: [google, bing]
follows:
  - entry/lastmod-all-identical
  - entry/lastmod-looks-generated
  - entry/lastmod-future
  - sitemap/not-updated
needs: [entries, sitemaps, pages]
over: page_lastmods
when: "source = 'page'"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://developers.google.com/search/docs/appearance/publication-dates
since: 0.2.0
---
# lastmod differs from the page's modified date

## What it finds

The `<lastmod>` of a URL is more than 24 hours newer or older than the modified date in the HTML of
its page: `dateModified` in JSON-LD or microdata, or `article:modified_time`. A date without a time
or without a time zone matches every time zone.

A date of the page within 5 minutes of the response, or of the same day, is ignored: it is made with
each response. A date that most pages of the host have is ignored too; these pages count as not
checked.

## Why it matters

One of the two dates is wrong. Google uses `<lastmod>` only if it is consistently and verifiably
accurate, for example by comparing it to the last modification of the page.

## How to fix it

Set both from the same field: the date of the last change of the content. In a CMS, check which date
the SEO plugin writes into the sitemap and which one the theme writes into the structured data.

## Example

### A lastmod older than the page's date, and one of the same day

`pages`

| url | modified |
|---|---|
| https://example.com/a | 2026-01-10T10:00:00+00:00 |
| https://example.com/b | 2026-01-03T22:00:00+00:00 |

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 2026-01-05 | 3 |
| https://example.com/b | 2026-01-04 | 6 |

finds:

| url | sitemap_url | line | observed | expected | fix | kind |
|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | 2026-01-05 | 2026-01-10T10:00:00+00:00 (modified date of the page) | Use the date of the last change of the content in both | older |
*/
SELECT
    url,
    sitemap_url,
    line,
    lastmod AS observed,
    CONCAT(told, ' (modified date of the page)') AS expected,
    'Use the date of the last change of the content in both' AS fix,
    verdict AS kind
FROM page_lastmods
WHERE source = 'page' AND verdict <> 'agrees' AND unknown_reason IS NULL

/*
---
severity: warning
cause: has other content and the same lastmod
confidence: medium
basis: documented
engines: [google, bing]
follows: [entry/lastmod-all-identical, sitemap/not-updated]
needs: [entries, pages, previous]
over: compared_lastmods
when: "lastmod_change = 'same'"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://developers.google.com/search/blog/2023/06/sitemaps-lastmod-ping
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
since: 0.2.0
---
# Content changed, lastmod did not

## What it finds

The main text of a page changed since the previous audit, and its `<lastmod>` in the same sitemap is
the same. Dates, times, counters, navigation and footer are not compared. The `<lastmod>` must be
before the previous fetch of the page, in any time zone.

Only pages that returned 200 and HTML in both audits are compared. Not checked are pages of which
parts may change with each response or with the template: of a sitemap and a folder where more pages
with the same `<lastmod>` changed than stayed the same, or fewer than 3 stayed the same; and pages
that changed between the two audits before too.

## Why it matters

Google and Bing decide by `<lastmod>` which pages to crawl again, so they may find this change late.
Google uses `<lastmod>` only if it is consistently and verifiably accurate.

## How to fix it

Set `<lastmod>` in the sitemap generator to the last change of what the page shows: its text, price,
products and comments, not only of its record in the CMS. Leave `<lastmod>` out on pages that show
other pages, such as the home page, if their last change is not known. A page that was changed
during the audit has its new date in the next one.

## Example

### One of four pages changed

`pages`

| url | content_hash | words |
|---|---|---|
| https://example.com/1 | a2 | 300 |
| https://example.com/2 | b | 300 |
| https://example.com/3 | c | 300 |
| https://example.com/4 | d | 300 |

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/1 | 2026-01-01 | 3 |
| https://example.com/2 | 2026-01-02 | 6 |
| https://example.com/3 | 2026-01-03 | 9 |
| https://example.com/4 | 2026-01-04 | 12 |

`previous_urls`

| url | lastmod | content_hash | words |
|---|---|---|---|
| https://example.com/1 | 2026-01-01 | a | 300 |
| https://example.com/2 | 2026-01-02 | b | 300 |
| https://example.com/3 | 2026-01-03 | c | 300 |
| https://example.com/4 | 2026-01-04 | d | 300 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/1 | https://example.com/sitemap.xml | 3 | 2026-01-01, as in the previous audit | 2026-01-08 or later: the main text changed since | Set the date of the last change of the content, or remove <lastmod> |

### A template change: most pages changed

`pages`

| url | content_hash | words |
|---|---|---|
| https://example.com/1 | a2 | 300 |
| https://example.com/2 | b2 | 300 |
| https://example.com/3 | c2 | 300 |
| https://example.com/4 | d | 300 |

`entries`

| loc | lastmod |
|---|---|
| https://example.com/1 | 2026-01-01 |
| https://example.com/2 | 2026-01-02 |
| https://example.com/3 | 2026-01-03 |
| https://example.com/4 | 2026-01-04 |

`previous_urls`

| url | lastmod | content_hash | words |
|---|---|---|---|
| https://example.com/1 | 2026-01-01 | a | 300 |
| https://example.com/2 | 2026-01-02 | b | 300 |
| https://example.com/3 | 2026-01-03 | c | 300 |
| https://example.com/4 | 2026-01-04 | d | 300 |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(lastmod, ', as in the previous audit') AS observed,
    CONCAT(
        CAST(CAST(previous_fetched_at AS DATE) AS VARCHAR),
        ' or later: the main text changed since'
    ) AS expected,
    'Set the date of the last change of the content, or remove <lastmod>' AS fix
FROM compared_lastmods
WHERE verdict = 'missed'

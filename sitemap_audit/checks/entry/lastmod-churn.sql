/*
---
severity: warning
cause: has newer lastmods for the same content
confidence: medium
basis: documented
engines: [google, bing]
needs: [entries, pages, previous]
over: lastmod_trust
when: "compared > 0"
unknown: "pages = 0"
parameters: {min_pages: 5, min_percent: 50}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://developers.google.com/search/blog/2023/06/sitemaps-lastmod-ping
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
since: 0.2.0
---
# lastmod newer although content is the same

## What it finds

Since the previous audit, a sitemap has a newer `<lastmod>` on at least `min_pages` (5) pages, and
on at least `min_percent` (50) percent of these the content is the same: main text, title, h1,
description, canonical and hreflang. Dates, times, counters, navigation and footer are not compared.
The new date must be after the previous fetch of the page, in any time zone.

Only pages that returned 200 and HTML in both audits are compared, as sent by the server: content
that scripts load, structured data, images and links are not. Pages with less than 20 words or with
the text of another page of the sitemap are not compared.

## Why it matters

Google uses `<lastmod>` only if it is consistently and verifiably accurate, and means the last
significant change: of the main text, the structured data or the links. If the dates move without
one, Google stops believing them, and changes of other pages are found later.

## How to fix it

Set `<lastmod>` in the sitemap generator to the last change of the content, not to the time at which
the sitemap, the cache, the stock or the page's template was updated. If the structured data or
links of these pages changed, the dates are correct.

## Example

### Five new dates, and the same content

`pages`

| url | content_hash | words |
|---|---|---|
| https://example.com/1 | a | 300 |
| https://example.com/2 | b | 300 |
| https://example.com/3 | c | 300 |
| https://example.com/4 | d | 300 |
| https://example.com/5 | e2 | 300 |

`entries`

| loc | lastmod |
|---|---|
| https://example.com/1 | 2026-01-15T02:00:00Z |
| https://example.com/2 | 2026-01-15T02:00:01Z |
| https://example.com/3 | 2026-01-15T02:00:02Z |
| https://example.com/4 | 2026-01-15T02:00:03Z |
| https://example.com/5 | 2026-01-15T02:00:04Z |

`previous_urls`

| url | lastmod | content_hash | words |
|---|---|---|---|
| https://example.com/1 | 2026-01-08T02:00:00Z | a | 300 |
| https://example.com/2 | 2026-01-08T02:00:01Z | b | 300 |
| https://example.com/3 | 2026-01-08T02:00:02Z | c | 300 |
| https://example.com/4 | 2026-01-08T02:00:03Z | d | 300 |
| https://example.com/5 | 2026-01-08T02:00:04Z | e | 300 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | Newer lastmod on 5 pages; the same content on 4 of them (80 %), such as https://example.com/1 | A newer lastmod only after a change of the content | Set the date of the last change of the content, or remove <lastmod> |
*/
SELECT
    sitemap_url,
    CONCAT(
        'Newer lastmod on ', FORMAT_NUMBER(advanced, 0), ' pages; the same content on ',
        FORMAT_NUMBER(unchanged, 0), ' of them (',
        CAST(FLOOR(100 * unchanged / advanced) AS INTEGER), ' %), such as ', example
    ) AS observed,
    'A newer lastmod only after a change of the content' AS expected,
    'Set the date of the last change of the content, or remove <lastmod>' AS fix
FROM lastmod_trust
WHERE advanced >= $min_pages AND 100 * unchanged >= $min_percent * advanced

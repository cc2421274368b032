/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, yandex]
aliases: [element-required-missing]
known_as:
  Google Search Console: ["Missing XML tag"]
  Yandex: ["Tag not found"]
needs: [entries, sitemaps]
over: entries
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Entry without an address

## What it finds

A `<url>` or `<sitemap>` without a `<loc>`, or with an empty one. A feed's item without a link is
the matter of `sitemap/feed-item-without-link`.

## Why it matters

The entry says nothing. Search engines report a missing tag, and some reject the whole file.

## How to fix it

Fill in the address, or delete the entry. Mostly the generator met a page without one.

## Example

### An empty loc, and none

`entries`

| loc | url | line |
|---|---|---|
| https://example.com/a | https://example.com/a | 3 |
| "" | | 6 |
| | | 9 |

finds:

| sitemap_url | line | observed | expected | change_url | action | place |
|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | 6 | an empty loc in entry 2 | a loc with an address | https://example.com/sitemap.xml | remove | loc |
| https://example.com/sitemap.xml | 9 | no loc in entry 3 | a loc with an address | https://example.com/sitemap.xml | remove | loc |
*/
SELECT
    sitemap_url,
    line,
    CONCAT(
        CASE WHEN loc IS NULL THEN 'no loc' ELSE 'an empty loc' END, ' in entry ', position
    ) AS observed,
    'a loc with an address' AS expected,
    CASE WHEN line IS NOT NULL THEN sitemap_url END AS change_url,
    'remove' AS action,
    'loc' AS place
FROM entries
WHERE
    loc_problem = 'empty'
    AND sitemap_id IN (
        SELECT sitemaps.id FROM sitemaps
        WHERE sitemaps.kind IN ('urlset', 'sitemapindex')
    )

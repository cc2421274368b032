/*
---
severity: error
keeps_out: pages
cause: has no <loc>
confidence: high
basis: documented
engines: [protocol, google, yandex]
known_as:
  Google Search Console: ["Missing XML tag"]
  Yandex: ["Tag not found"]
needs: [entries, sitemaps, sitemap_problems]
over: entries
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# <url> without <loc>

## What it finds

A `<url>` or `<sitemap>` element has no `<loc>`, or an empty one. Where its URL is in an element of
another name, such as `<Loc>` or `<uri>`, each such name is reported once per file, and the URL is
audited. A feed item without a link is reported by `sitemap/feed-item-without-link`.

## Why it matters

The sitemap protocol requires `<loc>`: without it there is no URL to crawl. Search Console reports
"Missing XML tag", Yandex "Tag not found".

## How to fix it

Correct the sitemap template so that it skips records without a URL, or fill in the missing URLs in
the CMS.

## Example

### An empty loc, and no loc

`entries`

| loc | url | line |
|---|---|---|
| https://example.com/a | https://example.com/a | 3 |
| "" | | 6 |
| | | 9 |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place |
|---|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | 6 | Empty <loc> in entry 2 | <loc> with an absolute URL | Remove the entry, or add its <loc> | https://example.com/sitemap.xml | remove | loc |
| https://example.com/sitemap.xml | 9 | No <loc> in entry 3 | <loc> with an absolute URL | Remove the entry, or add its <loc> | https://example.com/sitemap.xml | remove | loc |
*/
SELECT
    sitemap_url,
    line,
    CONCAT(
        CASE WHEN loc IS NULL THEN 'No <loc>' ELSE 'Empty <loc>' END, ' in entry ', position
    ) AS observed,
    '<loc> with an absolute URL' AS expected,
    'Remove the entry, or add its <loc>' AS fix,
    CASE WHEN line IS NOT NULL THEN sitemap_url END AS change_url,
    'remove' AS action,
    'loc' AS place,
    CAST(NULL AS VARCHAR) AS "from",
    CAST(NULL AS VARCHAR) AS "to"
FROM entries
WHERE
    loc_problem = 'empty'
    AND sitemap_id IN (
        SELECT sitemaps.id FROM sitemaps
        WHERE sitemaps.kind IN ('urlset', 'sitemapindex')
    )
UNION ALL
SELECT
    sitemap_url,
    line,
    CONCAT(REPLACE(detail, ' in an entry', ''), ' in place of ', expected) AS observed,
    '<loc> with an absolute URL' AS expected,
    CONCAT('Replace ', REPLACE(detail, ' in an entry', ''), ' with ', expected) AS fix,
    sitemap_url AS change_url,
    'replace' AS action,
    'xml' AS place,
    REPLACE(detail, ' in an entry', '') AS "from",
    expected AS "to"
FROM file_faults
WHERE code = 'misnamed-loc'

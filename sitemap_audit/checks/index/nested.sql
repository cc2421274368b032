/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing]
aliases: [index-nested]
known_as:
  Google Search Console: ["Incorrect sitemap index format: Nested sitemap indexes"]
needs: [sitemaps, entries]
over: index_children
unknown: "child_kind IS NULL"
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap index that lists a sitemap index

## What it finds

A sitemap index one of whose children is itself a sitemap index. This audit reads it all the same.

## Why it matters

The protocol allows one level: an index lists sitemaps. Search Console reports nested indexes as an
error, and what hangs on the inner one may not be read.

## How to fix it

List the sitemaps themselves in the outer index, or name both indexes in robots.txt and list neither
in the other.

## Example

### An index below an index

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/shop.xml | 4 |
| https://example.com/index.xml | sitemap | https://example.com/blog.xml | 7 |

`sitemaps`

| url | found_by | found_in | kind |
|---|---|---|---|
| https://example.com/index.xml | robots | https://example.com/robots.txt | sitemapindex |
| https://example.com/shop.xml | index | https://example.com/index.xml | sitemapindex |
| https://example.com/blog.xml | index | https://example.com/index.xml | urlset |

finds:

| sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/shop.xml | 4 | a sitemapindex | a sitemap |

### Sitemaps of other kinds, and an index that lists itself

`sitemaps`

| url | found_by | kind |
|---|---|---|
| https://example.com/index.xml | robots | sitemapindex |
| https://example.com/a.txt | index | text |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.txt |
| https://example.com/index.xml | sitemap | https://example.com/index.xml |

finds:

nothing
*/
WITH named AS (
    SELECT DISTINCT sitemap_key FROM named_sitemaps
)

SELECT
    child.sitemap_url,
    child.child_url AS related_url,
    child.line,
    'a sitemapindex' AS observed,
    'a sitemap' AS expected,
    CASE WHEN named.sitemap_key IS NOT NULL THEN child.sitemap_url END AS change_url,
    'remove' AS action,
    'loc' AS place,
    child.child_url AS "from"
FROM index_children AS child
LEFT JOIN named ON child.child_key = named.sitemap_key
WHERE child.child_kind = 'sitemapindex' AND NOT child.closes_circle

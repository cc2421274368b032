/*
---
severity: error
keeps_out: pages
cause: returns a sitemap index instead of a sitemap
confidence: high
basis: documented
engines: [protocol, google, bing]
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
# Nested sitemap index

## What it finds

A sitemap index lists another sitemap index. The audit reads it anyway.

## Why it matters

The sitemap protocol allows one level: a sitemap index lists sitemaps. Search Console reports
"Nested sitemap indexes" as an error, and search engines may not read the sitemaps in the inner
index.

## How to fix it

List the sitemaps of the inner index in the outer index. Or list both indexes in robots.txt and
remove the inner one from the outer one.

## Example

### An index in an index

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

| sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/shop.xml | 4 | Sitemap index | Sitemap | Replace with the sitemaps in this index |

### Not reported here: a text sitemap, an index that lists itself

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
    'Sitemap index' AS observed,
    'Sitemap' AS expected,
    CASE
        WHEN named.sitemap_key IS NOT NULL THEN 'Remove; robots.txt lists this index too'
        ELSE 'Replace with the sitemaps in this index'
    END AS fix,
    CASE WHEN named.sitemap_key IS NOT NULL THEN child.sitemap_url END AS change_url,
    'remove' AS action,
    'loc' AS place,
    child.child_url AS "from"
FROM index_children AS child
LEFT JOIN named ON child.child_key = named.sitemap_key
WHERE child.child_kind = 'sitemapindex' AND NOT child.is_circular

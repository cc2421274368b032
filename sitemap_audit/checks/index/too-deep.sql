/*
---
severity: warning
keeps_out: pages
cause: is nested too deeply
confidence: high
basis: inferred
engines: [protocol, google, bing]
needs: [sitemaps, entries]
over: index_children
parameters: {max_depth: 3}
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap index nested too deeply

## What it finds

A sitemap lies below more than three nested sitemap indexes. The first such entry of each branch is
reported. The audit stops below ten indexes; an entry there is reported too, and what it lists is
not checked.

## Why it matters

The sitemap protocol allows one level. Search engines do not read deeper levels. Nesting without end
is often a sitemap generator in a loop.

## How to fix it

List all sitemaps in one sitemap index, or list several indexes in robots.txt. If each request
creates another level, correct the URL parameter or route of the sitemap generator.

## Example

### The fourth level, and an entry below ten indexes

`sitemaps`

| url | kind | found_by | depth |
|---|---|---|---|
| https://example.com/3.xml | sitemapindex | index | 3 |
| https://example.com/4.xml | sitemapindex | index | 4 |
| https://example.com/10.xml | sitemapindex | index | 10 |

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/3.xml | sitemap | https://example.com/4.xml | 2 |
| https://example.com/4.xml | sitemap | https://example.com/5.xml | 2 |
| https://example.com/10.xml | sitemap | https://example.com/11.xml | 2 |

finds:

| sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/3.xml | https://example.com/4.xml | 2 | Below 4 indexes | Below at most 3 indexes | List all sitemaps in one sitemap index |
| https://example.com/10.xml | https://example.com/11.xml | 2 | Below 11 indexes, not checked | Below at most 3 indexes | List all sitemaps in one sitemap index |

### Not reported: below three indexes

`sitemaps`

| url | kind | found_by | depth |
|---|---|---|---|
| https://example.com/2.xml | sitemapindex | index | 2 |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/2.xml | sitemap | https://example.com/3.xml |

finds:

nothing
*/
SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    CONCAT(
        'Below ', depth, ' indexes', CASE WHEN child_state IS NULL THEN ', not checked' ELSE '' END
    ) AS observed,
    CONCAT('Below at most ', $max_depth, CASE WHEN $max_depth = 1 THEN ' index' ELSE ' indexes' END)
        AS expected,
    'List all sitemaps in one sitemap index' AS fix
FROM index_children
WHERE
    NOT is_circular
    AND (depth = $max_depth + 1 OR (depth > $max_depth + 1 AND depth > 10 AND child_state IS NULL))

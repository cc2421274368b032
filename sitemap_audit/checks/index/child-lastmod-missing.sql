/*
---
severity: notice
confidence: medium
basis: documented
engines: [google]
aliases: [index-child-lastmod-missing]
needs: [sitemaps, entries]
over: index_children
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# Sitemap index that dates only some of its sitemaps

## What it finds

A child of a sitemap index that has no lastmod, while others of the same index have one.

## Why it matters

A lastmod says when the child was last changed; with it an engine fetches only what is new. A child
without it is fetched on suspicion, or late.

## How to fix it

Write the time at which each child was last changed.

## Example

### One of three

`entries`

| sitemap_url | kind | loc | line | lastmod |
|---|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 | 2026-01-05 |
| https://example.com/index.xml | sitemap | https://example.com/b.xml | 4 | 2026-01-06 |
| https://example.com/index.xml | sitemap | https://example.com/c.xml | 5 | |

finds:

| sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/c.xml | 5 | no lastmod | a lastmod, as 2 other sitemaps there have |

### No child is dated: it is optional

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml |
| https://example.com/index.xml | sitemap | https://example.com/b.xml |

finds:

nothing
*/
WITH dated AS (
    SELECT
        sitemap_id,
        COUNT(*) AS children
    FROM index_children
    WHERE lastmod IS NOT NULL
    GROUP BY sitemap_id
)

SELECT
    index_children.sitemap_url,
    index_children.child_url AS related_url,
    index_children.line,
    'no lastmod' AS observed,
    CONCAT(
        'a lastmod, as ', dated.children,
        CASE WHEN dated.children = 1 THEN ' other sitemap' ELSE ' other sitemaps' END,
        CASE WHEN dated.children = 1 THEN ' there has' ELSE ' there have' END
    ) AS expected,
    CASE WHEN index_children.newest IS NOT NULL THEN index_children.sitemap_url END AS change_url,
    'add' AS action,
    'lastmod' AS place,
    CAST(CAST(index_children.newest AS DATE) AS VARCHAR) AS "to"
FROM index_children
INNER JOIN dated ON index_children.sitemap_id = dated.sitemap_id
WHERE index_children.lastmod IS NULL

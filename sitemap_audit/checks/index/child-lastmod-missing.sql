/*
---
severity: notice
cause: has no lastmod in the index
confidence: medium
basis: documented
engines: [google]
needs: [sitemaps, entries]
over: index_children
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
  - https://www.sitemaps.org/protocol.html#index
since: 0.1.0
---
# Missing lastmod in sitemap index

## What it finds

A sitemap in a sitemap index has no `<lastmod>`, but other sitemaps in the same index have one.

## Why it matters

`<lastmod>` in a sitemap index is the time when the sitemap file changed. The sitemap protocol has
it so that search engines fetch only the sitemaps that changed. They may fetch a sitemap without it
later, or more often than needed.

## How to fix it

Configure the sitemap generator or CMS plugin to write `<lastmod>` for each sitemap in the index:
the time of the last change of that file.

## Example

### One of three sitemaps

`entries`

| sitemap_url | kind | loc | line | lastmod |
|---|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 | 2026-01-05 |
| https://example.com/index.xml | sitemap | https://example.com/b.xml | 4 | 2026-01-06 |
| https://example.com/index.xml | sitemap | https://example.com/c.xml | 5 | |

finds:

| sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/c.xml | 5 | No lastmod; 2 other sitemaps have one | <lastmod> | Add <lastmod> with the time of the last change of the sitemap |

### Not reported: no sitemap has a lastmod, which is optional

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
    CASE
        WHEN dated.children = 1 THEN 'No lastmod; 1 other sitemap has one'
        ELSE CONCAT('No lastmod; ', dated.children, ' other sitemaps have one')
    END AS observed,
    COALESCE(
        '<lastmod>' || CAST(CAST(index_children.newest AS DATE) AS VARCHAR) || '</lastmod>',
        '<lastmod>'
    ) AS expected,
    COALESCE(
        'Add <lastmod>' || CAST(CAST(index_children.newest AS DATE) AS VARCHAR) || '</lastmod>',
        'Add <lastmod> with the time of the last change of the sitemap'
    ) AS fix,
    CASE WHEN index_children.newest IS NOT NULL THEN index_children.sitemap_url END AS change_url,
    'add' AS action,
    'lastmod' AS place,
    CAST(CAST(index_children.newest AS DATE) AS VARCHAR) AS "to"
FROM index_children
INNER JOIN dated ON index_children.sitemap_id = dated.sitemap_id
WHERE index_children.lastmod IS NULL

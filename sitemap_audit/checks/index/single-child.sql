/*
---
severity: notice
cause: has only one small sitemap
confidence: pedantic
basis: advisory
engines: [protocol]
needs: [sitemaps, entries, robots_lines]
over: indexes
when: "children > 0"
unknown: "children = 1 AND read = 0"
see:
  - https://www.sitemaps.org/protocol.html#index
since: 0.1.0
---
# Sitemap index with one small sitemap

## What it finds

A sitemap index lists one sitemap, and that sitemap has fewer than 1,000 URLs.

## Why it matters

The sitemap protocol needs an index only for more than 50,000 URLs or 50 MB. Here it adds one
request and has no benefit.

## How to fix it

List the sitemap itself in robots.txt and Search Console. Change nothing if the CMS plugin (such as
Yoast) always writes an index and will add sitemaps.

## Example

### One sitemap with 12 URLs

`sitemaps`

| url | kind | found_by | entries |
|---|---|---|---|
| https://example.com/index.xml | sitemapindex | robots | 0 |
| https://example.com/a.xml | urlset | index | 12 |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml |

finds:

| sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 1 sitemap with 12 URLs | Several sitemaps, or no index | List https://example.com/a.xml in robots.txt instead |

### Not reported: a large sitemap, one that was not read, two sitemaps

`sitemaps`

| url | kind | found_by | entries | status |
|---|---|---|---|---|
| https://example.com/i1.xml | sitemapindex | robots | 0 | 200 |
| https://example.com/i2.xml | sitemapindex | robots | 0 | 200 |
| https://example.com/i3.xml | sitemapindex | robots | 0 | 200 |
| https://example.com/a.xml | urlset | index | 40000 | 200 |
| https://example.com/b.xml | | index | 0 | 500 |
| https://example.com/c.xml | urlset | index | 2 | 200 |
| https://example.com/d.xml | urlset | index | 2 | 200 |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/i1.xml | sitemap | https://example.com/a.xml |
| https://example.com/i2.xml | sitemap | https://example.com/b.xml |
| https://example.com/i3.xml | sitemap | https://example.com/c.xml |
| https://example.com/i3.xml | sitemap | https://example.com/d.xml |

finds:

nothing
*/
WITH named AS (
    SELECT
        url_key,
        MIN(origin) AS origin,
        MIN(value) AS value
    FROM robots_lines
    WHERE field = 'sitemap' AND url_key IS NOT NULL
    GROUP BY url_key
    HAVING COUNT(*) = 1
)

SELECT
    indexes.url AS sitemap_url,
    index_children.child_url AS related_url,
    CONCAT(
        '1 sitemap with ', FORMAT_NUMBER(index_children.child_entries, 0),
        CASE WHEN index_children.child_entries = 1 THEN ' URL' ELSE ' URLs' END
    ) AS observed,
    'Several sitemaps, or no index' AS expected,
    CONCAT('List ', index_children.child_url, ' in robots.txt instead') AS fix,
    named.origin || '/robots.txt' AS change_url,
    'replace' AS action,
    'sitemap' AS place,
    named.value AS "from",
    index_children.child_url AS "to"
FROM indexes
INNER JOIN index_children ON indexes.sitemap_id = index_children.sitemap_id
INNER JOIN sitemaps ON indexes.sitemap_id = sitemaps.id
LEFT JOIN named ON sitemaps.url_key = named.url_key
WHERE
    indexes.children = 1
    AND index_children.child_complete
    AND index_children.child_kind <> 'sitemapindex'
    AND index_children.child_entries BETWEEN 1 AND 999

/*
---
severity: notice
confidence: medium
basis: documented
engines: [google]
aliases: [index-child-outside-directory]
needs: [sitemaps, entries]
over: index_children
when: "child_url IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# Sitemap index that lists a sitemap outside its folder

## What it finds

A child of a sitemap index on the same host, that is neither in the index's folder nor below it.

## Why it matters

Google asks for the same folder or a lower one. The protocol does not, and for an index that is
submitted in Search Console it is said not to be enforced.

## How to fix it

Put the index at the root of the site.

## Example

### Above, and beside

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/maps/index.xml | sitemap | https://example.com/a.xml | 3 |
| https://example.com/maps/index.xml | sitemap | https://example.com/maps2/b.xml | 4 |
| https://example.com/maps/index.xml | sitemap | https://example.com/maps/c.xml | 5 |
| https://example.com/maps/index.xml | sitemap | https://example.com/maps/shop/d.xml | 6 |

finds:

| sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/maps/index.xml | https://example.com/a.xml | 3 | https://example.com/a.xml | a sitemap below https://example.com/maps/ |
| https://example.com/maps/index.xml | https://example.com/maps2/b.xml | 4 | https://example.com/maps2/b.xml | a sitemap below https://example.com/maps/ |

### An index at the root, one with a query, and a child on another host

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/maps/a.xml |
| https://example.com/maps/all?of=/shop/ | sitemap | https://example.com/maps/b.xml |
| https://example.com/maps/all?of=/shop/ | sitemap | https://cdn.example.net/b.xml |

finds:

nothing
*/
WITH folders AS (
    SELECT
        sitemap_url,
        child_url,
        line,
        REGEXP_REPLACE(SPLIT_PART(sitemap_url, '?', 1), '[^/]*$', '') AS folder
    FROM index_children
    WHERE child_url IS NOT NULL
)

SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    child_url AS observed,
    CONCAT('a sitemap below ', folder) AS expected
FROM folders
WHERE
    LEFT(child_url, LENGTH(folder)) <> folder
    AND SPLIT_PART(child_url, '/', 1) = SPLIT_PART(sitemap_url, '/', 1)
    AND SPLIT_PART(child_url, '/', 3) = SPLIT_PART(sitemap_url, '/', 3)

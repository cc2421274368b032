/*
---
severity: notice
cause: is outside the directory of the index
confidence: medium
basis: documented
engines: [google]
needs: [sitemaps, entries]
over: index_children
when: "child_url IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# Sitemap outside the sitemap index's directory

## What it finds

A sitemap in the index is on the same host, but neither in the directory of the index nor in one
below it.

## Why it matters

Google requires sitemaps in the same directory as the index or lower. The sitemap protocol does not.
Google is reported not to enforce the rule for an index that is submitted in Search Console.

## How to fix it

Move the sitemap index to the root directory of the site, and update its URL in robots.txt and
Search Console.

## Example

### One directory higher, and a directory beside it

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/maps/index.xml | sitemap | https://example.com/a.xml | 3 |
| https://example.com/maps/index.xml | sitemap | https://example.com/maps2/b.xml | 4 |
| https://example.com/maps/index.xml | sitemap | https://example.com/maps/c.xml | 5 |
| https://example.com/maps/index.xml | sitemap | https://example.com/maps/shop/d.xml | 6 |

finds:

| sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/maps/index.xml | https://example.com/a.xml | 3 | https://example.com/a.xml | In https://example.com/maps/ or below | Move the sitemap index to the root directory |
| https://example.com/maps/index.xml | https://example.com/maps2/b.xml | 4 | https://example.com/maps2/b.xml | In https://example.com/maps/ or below | Move the sitemap index to the root directory |

### Not reported: an index in the root directory, a slash in the query, another host

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
    CONCAT('In ', folder, ' or below') AS expected,
    'Move the sitemap index to the root directory' AS fix
FROM folders
WHERE
    LEFT(child_url, LENGTH(folder)) <> folder
    AND SPLIT_PART(child_url, '/', 1) = SPLIT_PART(sitemap_url, '/', 1)
    AND SPLIT_PART(child_url, '/', 3) = SPLIT_PART(sitemap_url, '/', 3)

/*
---
severity: error
keeps_out: pages
cause: leads back to the index
confidence: high
basis: inferred
engines: [protocol, google, bing]
needs: [sitemaps, entries]
over: index_children
unknown: "child_state IS NULL OR child_state IN ('refused', 'unreachable', 'unknown')"
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Circular sitemap index

## What it finds

A sitemap index lists itself, or lists a sitemap that redirects to it or lists it again, also
through further indexes. The entry that closes the loop is reported. The audit reads each file once.

## Why it matters

The sitemap protocol lets a sitemap index list only sitemaps. A crawler that follows the loop stops
at some depth or ignores the whole index.

## How to fix it

Remove the entry that closes the loop from the sitemap index. Exclude the index's own file from the
list of files in the sitemap generator.

## Example

### An index that lists itself

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/index.xml | 3 |
| https://example.com/index.xml | sitemap | https://example.com/blog.xml | 4 |

`sitemaps`

| url | found_by | kind |
|---|---|---|
| https://example.com/index.xml | robots | sitemapindex |
| https://example.com/blog.xml | index | urlset |

finds:

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/index.xml | 3 | Lists itself | Only sitemaps in the index | Remove from the sitemap index | https://example.com/index.xml | remove | loc | https://example.com/index.xml |

### Two indexes that list each other

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/a.xml | sitemap | https://example.com/b.xml | 5 |
| https://example.com/b.xml | sitemap | https://example.com/a.xml | 9 |

`sitemaps`

| url | found_by | found_in | kind |
|---|---|---|---|
| https://example.com/a.xml | robots | https://example.com/robots.txt | sitemapindex |
| https://example.com/b.xml | index | https://example.com/a.xml | sitemapindex |

finds:

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/b.xml | https://example.com/a.xml | 9 | Lists a file that loops back to this index | Only sitemaps in the index | Remove from the sitemap index | https://example.com/b.xml | remove | loc | https://example.com/a.xml |

### Not reported: an index that is not part of the loop

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/top.xml | sitemap | https://example.com/a.xml |
| https://example.com/a.xml | sitemap | https://example.com/b.xml |

`sitemaps`

| url | found_by | found_in | kind |
|---|---|---|---|
| https://example.com/top.xml | robots | https://example.com/robots.txt | sitemapindex |
| https://example.com/a.xml | robots | https://example.com/robots.txt | sitemapindex |
| https://example.com/b.xml | index | https://example.com/a.xml | urlset |

finds:

nothing
*/
SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    CASE
        WHEN child_url = sitemap_url THEN 'Lists itself'
        WHEN child_redirect_url = sitemap_url THEN 'Redirects to this index'
        ELSE 'Lists a file that loops back to this index'
    END AS observed,
    'Only sitemaps in the index' AS expected,
    'Remove from the sitemap index' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    child_url AS "from"
FROM index_children
WHERE is_circular

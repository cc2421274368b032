/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [index-child-error]
needs: [sitemaps, entries]
over: index_children
when: "child_url IS NOT NULL AND COALESCE(child_found_by, 'index') = 'index'"
unknown: "child_state IS NULL OR child_state IN ('refused', 'unknown')"
see:
  - https://support.google.com/webmasters/answer/7451001
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# Sitemap index that lists a sitemap which cannot be read

## What it finds

A child of a sitemap index that answers with a 4xx or 5xx status, or brings no whole answer. 403,
406 and 429 are left open: they may be meant for this audit alone.

## Why it matters

What the child lists is not found through it, and engines take an index with many dead children for
badly kept.

## How to fix it

Make the child available at that address with status 200, or delete its line from the index.

## Example

### A child that is gone, and one that does not answer

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 |
| https://example.com/index.xml | sitemap | https://example.com/b.xml | 6 |
| https://example.com/index.xml | sitemap | https://example.com/c.xml | 9 |

`sitemaps`

| url | found_by | kind | status | error | error_detail |
|---|---|---|---|---|---|
| https://example.com/index.xml | robots | sitemapindex | 200 | | |
| https://example.com/a.xml | index | | 404 | | |
| https://example.com/b.xml | index | | | dns | no such host |
| https://example.com/c.xml | index | urlset | 200 | | |

finds:

| sitemap_url | related_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | status 404 | status 200 | https://example.com/index.xml | remove | loc | https://example.com/a.xml |
| https://example.com/index.xml | https://example.com/b.xml | 6 | dns: no such host | status 200 | | | | |

### A child that was not asked for, and one that refused

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml |
| https://example.com/index.xml | sitemap | https://example.com/b.xml |

`sitemaps`

| url | found_by | kind | status |
|---|---|---|---|
| https://example.com/index.xml | robots | sitemapindex | 200 |
| https://example.com/b.xml | index | | 403 |

finds:

nothing
*/
SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    CASE child_state
        WHEN 'unreachable' THEN CONCAT_WS(': ', child_error, child_error_detail)
        ELSE CONCAT('status ', child_status)
    END AS observed,
    'status 200' AS expected,
    CASE WHEN child_status IN (404, 410) THEN sitemap_url END AS change_url,
    'remove' AS action,
    'loc' AS place,
    child_url AS "from"
FROM index_children
WHERE
    child_found_by = 'index'
    AND child_state IN ('client-error', 'server-error', 'unreachable')

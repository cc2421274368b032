/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [index-child-empty]
needs: [sitemaps, entries]
over: index_children
when: "child_url IS NOT NULL AND LOWER(child_url) NOT LIKE '%news%'"
unknown: "child_kind IS NULL OR NOT child_complete"
see:
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap index that lists an empty sitemap

## What it finds

A child of a sitemap index that was read to its end and has no entry. Files with "news" in their
address are left out: they are empty whenever nothing was published for two days.

## Why it matters

Search Console reports an empty sitemap as an error. Mostly the generator found nothing to list, and
the pages that belong in the file are in none.

## How to fix it

Have the generator fill the file, or leave it out of the index while it is empty.

## Example

### An empty child and a full one

`sitemaps`

| url | found_by | entries | kind |
|---|---|---|---|
| https://example.com/index.xml | robots | 0 | sitemapindex |
| https://example.com/a.xml | index | 0 | urlset |
| https://example.com/b.xml | index | 3 | urlset |

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 |
| https://example.com/index.xml | sitemap | https://example.com/b.xml | 4 |

finds:

| sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | 0 entries (urlset) | 1 entry or more |

### News, a file that broke off, a page, a child that robots.txt names too

`sitemaps`

| url | found_by | kind | complete |
|---|---|---|---|
| https://example.com/news-1.xml | index | urlset | true |
| https://example.com/a.xml | index | urlset | false |
| https://example.com/b.xml | index | html | true |
| https://example.com/c.xml | robots | urlset | true |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/news-1.xml |
| https://example.com/index.xml | sitemap | https://example.com/a.xml |
| https://example.com/index.xml | sitemap | https://example.com/b.xml |
| https://example.com/index.xml | sitemap | https://example.com/c.xml |

finds:

nothing
*/
SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    CONCAT('0 entries (', child_kind, ')') AS observed,
    '1 entry or more' AS expected
FROM index_children
WHERE
    child_found_by = 'index'
    AND child_complete
    AND child_entries + child_children = 0
    AND child_kind NOT IN ('html', 'empty', 'unknown')
    AND LOWER(child_url) NOT LIKE '%news%'

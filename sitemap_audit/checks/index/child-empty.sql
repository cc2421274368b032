/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [index-child-empty]
known_as:
  Google Search Console: ["Empty sitemap"]
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

A child of a sitemap index that was read to its end and has no entry, or relative addresses alone,
which are read by nobody. Files with "news" in their address are left out: they are empty whenever
nothing was published for two days.

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

| sitemap_url | related_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | 0 entries (urlset) | 1 entry or more | https://example.com/index.xml | remove | loc | https://example.com/a.xml |

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
WITH relative AS (
    SELECT
        sitemap_id,
        COUNT(*) AS entries
    FROM entries
    WHERE url_key IS NULL AND loc_problem = 'relative'
    GROUP BY sitemap_id
)

SELECT
    children.sitemap_url,
    children.child_url AS related_url,
    children.line,
    CASE
        WHEN relative.entries IS NULL THEN CONCAT('0 entries (', children.child_kind, ')')
        ELSE CONCAT(
            '0 of ', relative.entries, ' entries with an address (', children.child_kind, ')'
        )
    END AS observed,
    '1 entry or more' AS expected,
    children.sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    children.child_url AS "from"
FROM index_children AS children
LEFT JOIN relative ON children.child_id = relative.sitemap_id
WHERE
    children.child_found_by = 'index'
    AND children.child_complete
    AND children.child_entries + children.child_children = COALESCE(relative.entries, 0)
    AND children.child_kind NOT IN ('html', 'empty', 'unknown')
    AND LOWER(children.child_url) NOT LIKE '%news%'

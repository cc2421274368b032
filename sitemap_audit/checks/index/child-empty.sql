/*
---
severity: warning
cause: is empty
confidence: high
basis: documented
engines: [google]
known_as:
  Google Search Console: ["Empty sitemap"]
  Lumar: ["Empty Sitemaps"]
needs: [sitemaps, entries]
over: index_children
when: "child_url IS NOT NULL AND LOWER(child_url) NOT LIKE '%news%'"
unknown: "child_kind IS NULL OR NOT child_complete"
see:
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Empty sitemap in sitemap index

## What it finds

A sitemap that a sitemap index lists was read completely and has no URLs, or only relative URLs,
which search engines ignore. Files with "news" in their URL are not reported: a news sitemap is
empty if nothing was published in the last two days.

## Why it matters

Search Console reports "Empty sitemap" as an error. Often the sitemap generator found nothing to
list, and the pages that belong in this sitemap are in none.

## How to fix it

Check in the sitemap generator or CMS plugin (such as Yoast or Rank Math) why the sitemap is empty.
Turn off the sitemap for a post type or taxonomy without pages, so that the index does not list it.

## Example

### An empty sitemap and one with URLs

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

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | 0 URLs | At least 1 absolute URL | Remove from the sitemap index, or add the missing URLs to the sitemap | https://example.com/index.xml | remove | loc | https://example.com/a.xml |

### Not reported: news, an incomplete file, an HTML page, a sitemap that robots.txt lists too

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
        WHEN relative.entries IS NULL THEN '0 URLs'
        WHEN relative.entries = 1 THEN '1 URL, which is relative'
        ELSE CONCAT(relative.entries, ' URLs, all of them relative')
    END AS observed,
    'At least 1 absolute URL' AS expected,
    CASE
        WHEN relative.entries IS NULL
            THEN 'Remove from the sitemap index, or add the missing URLs to the sitemap'
        ELSE 'Remove from the sitemap index, or make the URLs in the sitemap absolute'
    END AS fix,
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

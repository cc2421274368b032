/*
---
severity: warning
cause: has no entries
confidence: high
basis: documented
engines: [google]
known_as:
  Google Search Console: ["Empty sitemap"]
  Lumar: ["Empty Sitemaps"]
fix: unlist
needs: [sitemaps, entries, sitemap_problems]
over: sitemaps
when: >-
  kind NOT IN ('html', 'empty', 'unknown') AND LOWER(url) NOT LIKE '%news%' AND found_by <> 'index'
unknown: "NOT complete AND entries = 0 AND children = 0"
see:
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Empty sitemap

## What it finds

A sitemap or sitemap index was read completely and contains no entry, or only relative URLs, which
search engines ignore. Files with "news" in the URL are left out: a news sitemap is empty if nothing
was published for two days. Sitemaps in an index are reported by `index/child-empty`.

## Why it matters

Search Console reports "Empty sitemap". Often the generator found no pages, and the pages that
belong in this sitemap are in no sitemap at all.

## How to fix it

Correct the sitemap generator or plugin (Yoast, Rank Math) so that it lists the pages with absolute
URLs. If the sitemap is not needed, delete it and its Sitemap line in robots.txt.

## Example

### A file without entries

`sitemaps`

| url |
|---|
| https://example.com/sitemap.xml |
| https://example.com/news-sitemap.xml |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | 0 URLs | At least 1 URL | Add the missing URLs, or delete the sitemap |

### Only relative URLs, and an index without sitemaps

`sitemaps`

| url | kind |
|---|---|
| https://example.com/sitemap.xml | urlset |
| https://example.com/index.xml | sitemapindex |
| https://example.com/good.xml | urlset |

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/sitemap.xml | /a |
| https://example.com/sitemap.xml | /b |
| https://example.com/good.xml | /a |
| https://example.com/good.xml | https://example.com/b |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/index.xml | 0 sitemaps | At least 1 sitemap | Add the missing URLs, or delete the sitemap |
| https://example.com/sitemap.xml | Relative URLs only (2) | Absolute URLs | Replace the relative URLs with absolute URLs |

### A sitemap in an index

`sitemaps`

| url | found_by |
|---|---|
| https://example.com/sitemap.xml | index |

finds:

nothing

### A file that was not read completely

`sitemaps`

| url | complete | stopped_by |
|---|---|---|
| https://example.com/sitemap.xml | false | xml |

finds:

nothing
*/
WITH readable AS (
    SELECT DISTINCT sitemap_id FROM entries
    WHERE url_key IS NOT NULL OR loc_problem <> 'relative'
)

SELECT
    sitemaps.url AS sitemap_url,
    sitemaps.found_in AS related_url,
    CASE
        WHEN sitemaps.entries + sitemaps.children > 0
            THEN CONCAT('Relative URLs only (', sitemaps.entries + sitemaps.children, ')')
        WHEN sitemaps.kind = 'sitemapindex' THEN '0 sitemaps'
        ELSE '0 URLs'
    END AS observed,
    CASE
        WHEN sitemaps.entries + sitemaps.children > 0 THEN 'Absolute URLs'
        WHEN sitemaps.kind = 'sitemapindex' THEN 'At least 1 sitemap'
        ELSE 'At least 1 URL'
    END AS expected,
    CASE
        WHEN sitemaps.entries + sitemaps.children > 0
            THEN 'Replace the relative URLs with absolute URLs'
        WHEN written.change_url IS NOT NULL THEN 'Remove the Sitemap line from robots.txt'
        ELSE 'Add the missing URLs, or delete the sitemap'
    END AS fix,
    CASE
        WHEN sitemaps.entries + sitemaps.children = 0 THEN written.change_url
    END AS change_url,
    'remove' AS action,
    'sitemap' AS place,
    written.value AS "from"
FROM sitemaps
LEFT JOIN written_sitemaps AS written
    ON sitemaps.url = written.url AND sitemaps.found_in = written.found_in
WHERE
    sitemaps.complete
    AND sitemaps.found_by <> 'index'
    AND sitemaps.kind NOT IN ('html', 'empty', 'unknown')
    AND LOWER(sitemaps.url) NOT LIKE '%news%'
    AND sitemaps.id NOT IN (SELECT readable.sitemap_id FROM readable)
    AND sitemaps.id NOT IN (
        SELECT file_faults.sitemap_id FROM file_faults
        WHERE file_faults.code IN ('root', 'misplaced-entry')
    )

/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [sitemap-empty]
known_as:
  Google Search Console: ["Empty sitemap"]
  Lumar: ["Empty Sitemaps"]
needs: [sitemaps, entries]
over: sitemaps
when: >-
  kind NOT IN ('html', 'empty', 'unknown') AND LOWER(url) NOT LIKE '%news%' AND found_by <> 'index'
unknown: "NOT complete AND entries = 0 AND children = 0"
see:
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap that lists nothing

## What it finds

A sitemap or sitemap index that was read to its end and has no entry, or relative addresses alone,
which are read by nobody. Files with "news" in their address are left out: they are empty
whenever nothing was published for two days. What a sitemap index lists is left to
`index/child-empty`.

## Why it matters

Search Console reports an empty sitemap as an error. Mostly the generator found nothing to list, and
the pages that belong in the file are in none.

## How to fix it

Have the generator fill the file, or delete it and the line that names it.

## Example

### A file without entries

`sitemaps`

| url |
|---|
| https://example.com/sitemap.xml |
| https://example.com/news-sitemap.xml |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/sitemap.xml | 0 entries (urlset) | 1 entry or more |

### Nothing but relative addresses, and an index without children

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

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/index.xml | 0 entries (sitemapindex) | 1 entry or more |
| https://example.com/sitemap.xml | 0 of 2 entries with an address (urlset) | 1 entry or more |

### A child of an index

`sitemaps`

| url | found_by |
|---|---|
| https://example.com/sitemap.xml | index |

finds:

nothing

### A file that could not be read to its end

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
        WHEN sitemaps.entries + sitemaps.children = 0
            THEN CONCAT('0 entries (', sitemaps.kind, ')')
        ELSE
            CONCAT(
                '0 of ',
                sitemaps.entries + sitemaps.children,
                ' entries with an address (',
                sitemaps.kind,
                ')'
            )
    END AS observed,
    '1 entry or more' AS expected,
    CASE
        WHEN sitemaps.entries + sitemaps.children = 0 THEN spare.robots_url
    END AS change_url,
    'remove' AS action,
    'sitemap' AS place,
    spare.value AS "from"
FROM sitemaps
LEFT JOIN spare_sitemap_lines AS spare
    ON sitemaps.found_in = spare.robots_url AND sitemaps.url = spare.url
WHERE
    sitemaps.complete
    AND sitemaps.found_by <> 'index'
    AND sitemaps.kind NOT IN ('html', 'empty', 'unknown')
    AND LOWER(sitemaps.url) NOT LIKE '%news%'
    AND sitemaps.id NOT IN (SELECT readable.sitemap_id FROM readable)

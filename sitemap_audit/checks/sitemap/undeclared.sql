/*
---
severity: notice
cause: is neither in robots.txt nor in an index
finds_unnamed: true
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
needs: [sitemaps, robots, entries, robots_lines]
over: sitemap_states
when: "found_by = 'guess' AND state = 'ok' AND kind NOT IN ('html', 'empty', 'unknown')"
unknown: >-
  CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) IN (SELECT searches.origin FROM
  sitemap_searches AS searches WHERE searches.is_robots_unread)
see:
  - https://www.sitemaps.org/protocol.html#informing
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Sitemap not in robots.txt or an index

## What it finds

A sitemap was found only at a common URL such as `/sitemap.xml`: it is in no robots.txt and in no
sitemap index. If the host has a robots.txt without a Sitemap line, `robots/no-sitemap-line` reports
the first such sitemap, and this check the others. A sitemap whose Sitemap line lacks the scheme is
reported by `robots/sitemap-url-relative` only.

## Why it matters

Google, Bing and Yandex read sitemaps that are in robots.txt, in a sitemap index or submitted in
their webmaster tools. A sitemap that is only at a common URL may never be read. Often it is the
output of an old generator.

## How to fix it

Add the sitemap to robots.txt or to the sitemap index. If it is outdated, delete it and turn off the
CMS plugin that writes it.

## Example

### No robots.txt, a sitemap at a common URL

`robots`

| origin | status |
|---|---|
| https://example.com | 404 |

`sitemaps`

| url | found_by | status | kind |
|---|---|---|---|
| https://example.com/sitemap.xml | guess | 200 | urlset |
| https://example.com/sitemap_index.xml | guess | 404 | |

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | Not in robots.txt or a sitemap index | Listed in robots.txt or a sitemap index | Add Sitemap: https://example.com/sitemap.xml to robots.txt | https://example.com/robots.txt | add | sitemap | https://example.com/sitemap.xml |

### robots.txt without a Sitemap line: the second sitemap found

`robots`

| origin | sitemaps |
|---|---|
| https://example.com | 0 |

`sitemaps`

| url | found_by |
|---|---|
| https://example.com/sitemap.xml | guess |
| https://example.com/wp-sitemap.xml | guess |

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/wp-sitemap.xml | Not in robots.txt or a sitemap index | Listed in robots.txt or a sitemap index | Add Sitemap: https://example.com/wp-sitemap.xml to robots.txt | https://example.com/robots.txt | add | sitemap | https://example.com/wp-sitemap.xml |

### A sitemap in an index, an HTML page

`robots`

| origin | status |
|---|---|
| https://example.com | 200 |

`sitemaps`

| url | found_by | kind |
|---|---|---|
| https://example.com/sitemap_index.xml | robots | sitemapindex |
| https://example.com/sitemap.xml | guess | urlset |
| https://example.com/sitemap.txt | guess | html |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/sitemap_index.xml | sitemap | https://example.com/sitemap.xml |

finds:

nothing
*/
WITH found AS (
    SELECT
        url,
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
    FROM sitemap_states
    WHERE
        found_by = 'guess'
        AND state = 'ok'
        AND kind NOT IN ('html', 'empty', 'unknown')
        AND CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) NOT IN (
            SELECT searches.origin FROM sitemap_searches AS searches
            WHERE searches.is_robots_unread
        )
        AND url_key NOT IN (
            SELECT entries.url_key FROM entries
            WHERE
                entries.kind = 'sitemap'
                AND entries.url_key IS NOT NULL
                AND entries.url <> entries.sitemap_url
        )
        AND REGEXP_REPLACE(url, '^https?://', '') NOT IN (
            SELECT robots_lines.value FROM robots_lines
            WHERE robots_lines.field = 'sitemap' AND robots_lines.problem = 'no-scheme'
        )
),

in_order AS (
    SELECT
        found.url,
        COALESCE(robots.status = 200 AND NOT robots.is_html AND robots.sitemaps = 0, FALSE)
            AS has_silent_robots,
        ROW_NUMBER() OVER (PARTITION BY found.origin ORDER BY found.url) AS place
    FROM found
    LEFT JOIN robots ON found.origin = robots.origin
)

SELECT
    in_order.url AS sitemap_url,
    'Not in robots.txt or a sitemap index' AS observed,
    'Listed in robots.txt or a sitemap index' AS expected,
    CASE
        WHEN shares.correction IS NOT NULL
            THEN CONCAT(shares.correction, '. Then add Sitemap: ', in_order.url, ' to robots.txt')
        ELSE CONCAT('Add Sitemap: ', in_order.url, ' to robots.txt')
    END AS fix,
    CASE
        WHEN shares.correction IS NULL
            THEN CONCAT(REGEXP_EXTRACT(in_order.url, '^https?://[^/]+'), '/robots.txt')
    END AS change_url,
    'add' AS action,
    'sitemap' AS place,
    in_order.url AS "to"
FROM in_order
LEFT JOIN sitemap_shares AS shares ON in_order.url = shares.sitemap_url
WHERE in_order.place > 1 OR NOT in_order.has_silent_robots

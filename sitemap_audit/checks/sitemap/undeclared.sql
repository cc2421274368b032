/*
---
severity: notice
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [sitemap-undeclared]
needs: [sitemaps, robots, entries]
over: sitemap_states
when: "found_by = 'guess' AND state = 'ok' AND kind NOT IN ('html', 'empty', 'unknown')"
see:
  - https://www.sitemaps.org/protocol.html#informing
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Sitemap that nothing names

## What it finds

A sitemap that was found at one of the usual addresses only: no robots.txt and no sitemap index
names it. Where the host has a robots.txt, `robots/no-sitemap-line` says it of the first such
sitemap, and this check of the others.

## Why it matters

Search engines do not guess. Unless it is submitted to each of them by hand, nobody reads the file;
often it is one that an old generator still writes.

## How to fix it

Name it in robots.txt or in the sitemap index, or delete it.

## Example

### No robots.txt, and a sitemap at the usual address

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

| sitemap_url | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | found by its usual name | named in robots.txt or a sitemap index | https://example.com/robots.txt | add | sitemap | https://example.com/sitemap.xml |

### A robots.txt without a line: the second one that was found

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

| sitemap_url | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|
| https://example.com/wp-sitemap.xml | found by its usual name | named in robots.txt or a sitemap index | https://example.com/robots.txt | add | sitemap | https://example.com/wp-sitemap.xml |

### Listed by an index that was found, and a page

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
        AND url_key NOT IN (
            SELECT entries.url_key FROM entries
            WHERE entries.kind = 'sitemap' AND entries.url_key IS NOT NULL
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
    url AS sitemap_url,
    'found by its usual name' AS observed,
    'named in robots.txt or a sitemap index' AS expected,
    CONCAT(REGEXP_EXTRACT(url, '^https?://[^/]+'), '/robots.txt') AS change_url,
    'add' AS action,
    'sitemap' AS place,
    url AS "to"
FROM in_order
WHERE place > 1 OR NOT has_silent_robots

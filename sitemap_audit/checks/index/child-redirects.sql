/*
---
severity: warning
confidence: high
basis: documented
engines: [google, bing, yandex]
aliases: [index-child-redirect]
known_as:
  Yandex: ["Redirect"]
needs: [sitemaps, entries]
over: index_children
when: "child_url IS NOT NULL"
unknown: "child_status IS NULL"
see:
  - https://yandex.com/support/webmaster/en/indexing-options/sitemap
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap index that lists a sitemap which redirects

## What it finds

A child of a sitemap index that returns a redirect.

## Why it matters

Google and Bing follow it; Yandex does not read the file.

## How to fix it

List the final URL in the sitemap index.

## Example

### A child that has moved

`sitemaps`

| url | found_by | kind | status | location |
|---|---|---|---|---|
| https://example.com/index.xml | robots | sitemapindex | 200 | |
| https://example.com/a.xml | index | | 301 | /maps/a.xml |
| https://example.com/maps/a.xml | redirect | urlset | 200 | |

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 |
| https://example.com/index.xml | sitemap | https://example.com/maps/a.xml | 4 |

finds:

| sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | status 301 to https://example.com/maps/a.xml | status 200 |

### A child that has moved, and only the old URL is listed

`sitemaps`

| url | found_by | kind | status | location | entries |
|---|---|---|---|---|---|
| https://example.com/index.xml | robots | sitemapindex | 200 | | 0 |
| https://example.com/a.xml | index | | 301 | /maps/a.xml | 0 |
| https://example.com/maps/a.xml | redirect | urlset | 200 | | 5 |

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 |

finds:

| sitemap_url | related_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | status 301 to https://example.com/maps/a.xml | status 200 | https://example.com/index.xml | replace | loc | https://example.com/a.xml | https://example.com/maps/a.xml |

### A child that robots.txt names too is reported there

`sitemaps`

| url | found_by | kind | status | location |
|---|---|---|---|---|
| https://example.com/index.xml | robots | sitemapindex | 200 | |
| https://example.com/a.xml | robots | | 301 | /maps/a.xml |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml |

finds:

nothing
*/
WITH targets AS (
    SELECT
        url_key,
        new_url
    FROM sitemap_chains
    WHERE
        new_url NOT IN (
            SELECT listed.child_url FROM index_children AS listed
            WHERE listed.child_url IS NOT NULL
        )
)

SELECT
    index_children.sitemap_url,
    index_children.child_url AS related_url,
    index_children.line,
    CONCAT(
        'status ', index_children.child_status,
        ' to ', COALESCE(index_children.child_redirect_url, 'nowhere')
    ) AS observed,
    'status 200' AS expected,
    CASE WHEN targets.new_url IS NOT NULL THEN index_children.sitemap_url END AS change_url,
    'replace' AS action,
    'loc' AS place,
    index_children.child_url AS "from",
    targets.new_url AS "to"
FROM index_children
LEFT JOIN targets ON index_children.child_key = targets.url_key
WHERE index_children.child_state = 'redirect' AND index_children.child_found_by = 'index'

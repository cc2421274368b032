/*
---
severity: warning
confidence: high
basis: documented
engines: [yandex]
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

A child of a sitemap index that answers with a redirect.

## Why it matters

Google follows it; Yandex does not read the file.

## How to fix it

List the final address.

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
SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    CONCAT('status ', child_status, ' to ', COALESCE(child_redirect_url, 'nowhere')) AS observed,
    'status 200' AS expected
FROM index_children
WHERE child_state = 'redirect' AND child_found_by = 'index'

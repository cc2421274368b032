/*
---
severity: error
keeps_out: pages
confidence: high
basis: inferred
engines: [protocol, google, bing]
aliases: [index-cycle]
needs: [sitemaps, entries]
over: index_children
unknown: "child_state IS NULL OR child_state IN ('refused', 'unreachable', 'unknown')"
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap index that leads back to itself

## What it finds

A sitemap index that lists itself, or lists a sitemap from which redirects or further indexes lead
back to it. The line that closes the circle is reported. This audit reads each file once and goes
on.

## Why it matters

An index may list sitemaps only. A reader that follows a circle stops at some depth, or gives the
whole tree up.

## How to fix it

Delete the line that leads back.

## Example

### An index that lists itself

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/index.xml | 3 |
| https://example.com/index.xml | sitemap | https://example.com/blog.xml | 4 |

`sitemaps`

| url | found_by | kind |
|---|---|---|
| https://example.com/index.xml | robots | sitemapindex |
| https://example.com/blog.xml | index | urlset |

finds:

| sitemap_url | related_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/index.xml | 3 | the index itself | a sitemap that does not lead back | https://example.com/index.xml | remove | loc | https://example.com/index.xml |

### Two indexes that list each other

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/a.xml | sitemap | https://example.com/b.xml | 5 |
| https://example.com/b.xml | sitemap | https://example.com/a.xml | 9 |

`sitemaps`

| url | found_by | found_in | kind |
|---|---|---|---|
| https://example.com/a.xml | robots | https://example.com/robots.txt | sitemapindex |
| https://example.com/b.xml | index | https://example.com/a.xml | sitemapindex |

finds:

| sitemap_url | related_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/b.xml | https://example.com/a.xml | 9 | a sitemap that leads back to this index | a sitemap that does not lead back | https://example.com/b.xml | remove | loc | https://example.com/a.xml |

### One index that lists a member of a circle, and is none

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/top.xml | sitemap | https://example.com/a.xml |
| https://example.com/a.xml | sitemap | https://example.com/b.xml |

`sitemaps`

| url | found_by | found_in | kind |
|---|---|---|---|
| https://example.com/top.xml | robots | https://example.com/robots.txt | sitemapindex |
| https://example.com/a.xml | robots | https://example.com/robots.txt | sitemapindex |
| https://example.com/b.xml | index | https://example.com/a.xml | urlset |

finds:

nothing
*/
SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    CASE
        WHEN child_url = sitemap_url THEN 'the index itself'
        ELSE 'a sitemap that leads back to this index'
    END AS observed,
    'a sitemap that does not lead back' AS expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    child_url AS "from"
FROM index_children
WHERE closes_circle

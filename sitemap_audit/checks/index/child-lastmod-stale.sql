/*
---
severity: warning
confidence: medium
basis: inferred
engines: [google, bing]
aliases: [index-child-lastmod-stale]
needs: [sitemaps, entries]
over: index_children
when: "lastmod_at IS NOT NULL"
unknown: "newest IS NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
  - https://www.sitemaps.org/protocol.html#index
since: 0.1.0
---
# Sitemap index that dates a sitemap before its newest entry

## What it finds

A child of a sitemap index whose lastmod in the index is more than a day earlier than the newest
lastmod in the child; a lastmod without time of day stands for its day's end. A lastmod in the
future does not count.

## Why it matters

The lastmod in the index is the time at which the child file was changed; a file that names a later
time was changed later. An engine that goes by the index does not fetch the child, and does not see
what is new in it.

## How to fix it

Have the generator set the time in the index whenever it writes the child.

## Example

### Two days too early

`entries`

| sitemap_url | kind | loc | line | lastmod |
|---|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 | 2026-01-05 |
| https://example.com/a.xml | url | https://example.com/1 | 3 | 2026-01-07T10:00:00Z |
| https://example.com/a.xml | url | https://example.com/2 | 4 | 2025-06-01 |

finds:

| sitemap_url | related_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | 2026-01-05 | 2026-01-07 or later, as in the sitemap itself | https://example.com/index.xml | replace | lastmod | 2026-01-05 | 2026-01-07 |

### Two days too early, and one entry is dated in the future

`entries`

| sitemap_url | kind | loc | line | lastmod |
|---|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 | 2026-01-05 |
| https://example.com/a.xml | url | https://example.com/1 | 3 | 2026-01-07T10:00:00Z |
| https://example.com/a.xml | url | https://example.com/2 | 4 | 2999-01-01 |

finds:

| sitemap_url | related_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | 2026-01-05 | 2026-01-07 or later, as in the sitemap itself | https://example.com/index.xml | replace | lastmod | 2026-01-05 | 2026-01-07 |

### The same day, a day in the future, and nothing to compare with

`entries`

| sitemap_url | kind | loc | lastmod |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 2026-01-05 |
| https://example.com/index.xml | sitemap | https://example.com/b.xml | 2026-01-05 |
| https://example.com/index.xml | sitemap | https://example.com/c.xml | 2026-01-05 |
| https://example.com/a.xml | url | https://example.com/1 | 2026-01-05T20:00:00Z |
| https://example.com/b.xml | url | https://example.com/2 | 2999-01-01 |
| https://example.com/c.xml | url | https://example.com/3 | |

finds:

nothing
*/
SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    lastmod AS observed,
    CONCAT(CAST(CAST(newest AS DATE) AS VARCHAR), ' or later, as in the sitemap itself')
        AS expected,
    sitemap_url AS change_url,
    'replace' AS action,
    'lastmod' AS place,
    lastmod AS "from",
    CAST(CAST(newest AS DATE) AS VARCHAR) AS "to"
FROM index_children
WHERE
    lastmod_at IS NOT NULL
    AND newest > lastmod_at
    + CASE lastmod_precision WHEN 'day' THEN INTERVAL '48' HOUR ELSE INTERVAL '24' HOUR END
    AND lastmod_precision NOT IN ('year', 'month')

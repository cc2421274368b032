/*
---
severity: warning
cause: has a lastmod in the index that is older than the content
confidence: medium
basis: inferred
engines: [google, bing]
needs: [sitemaps, entries]
over: index_children
when: "lastmod_at IS NOT NULL AND (newest IS NOT NULL OR NOT COALESCE(child_complete, FALSE))"
unknown: "newest IS NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
  - https://www.sitemaps.org/protocol.html#index
since: 0.1.0
---
# Sitemap index lastmod older than sitemap content

## What it finds

The `<lastmod>` of a sitemap in the index is more than 24 hours older than the newest `<lastmod>` in
that sitemap. A date without a time counts as the end of that day. A `<lastmod>` in the future is
ignored.

## Why it matters

`<lastmod>` in the index is the time when the sitemap file changed. The sitemap protocol has it so
that search engines fetch only the sitemaps that changed. With an old value, they may not fetch the
sitemap and find new and changed URLs later.

## How to fix it

Configure the sitemap generator or CMS plugin to update `<lastmod>` in the index whenever it writes
the sitemap. Check that no cache or CDN serves an old copy of the index.

## Example

### Two days older

`entries`

| sitemap_url | kind | loc | line | lastmod |
|---|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 | 2026-01-05 |
| https://example.com/a.xml | url | https://example.com/1 | 3 | 2026-01-07T10:00:00Z |
| https://example.com/a.xml | url | https://example.com/2 | 4 | 2025-06-01 |

finds:

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | 2026-01-05 | 2026-01-07 or later (newest lastmod in the sitemap) | Set lastmod to 2026-01-07 | https://example.com/index.xml | replace | lastmod | 2026-01-05 | 2026-01-07 |

### Two days older, and an entry with a lastmod in the future

`entries`

| sitemap_url | kind | loc | line | lastmod |
|---|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 | 2026-01-05 |
| https://example.com/a.xml | url | https://example.com/1 | 3 | 2026-01-07T10:00:00Z |
| https://example.com/a.xml | url | https://example.com/2 | 4 | 2999-01-01 |

finds:

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | 2026-01-05 | 2026-01-07 or later (newest lastmod in the sitemap) | Set lastmod to 2026-01-07 | https://example.com/index.xml | replace | lastmod | 2026-01-05 | 2026-01-07 |

### Not reported: the same day, a lastmod in the future, no lastmod in the sitemap

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
    CONCAT(CAST(CAST(newest AS DATE) AS VARCHAR), ' or later (newest lastmod in the sitemap)')
        AS expected,
    CONCAT('Set lastmod to ', CAST(CAST(newest AS DATE) AS VARCHAR)) AS fix,
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

/*
---
severity: notice
cause: has a lastmod in the index that is newer than the content
confidence: medium
basis: inferred
engines: [google, bing]
follows: [index/child-lastmod-now]
needs: [sitemaps, entries]
over: index_children
when: "lastmod_at IS NOT NULL AND child_kind = 'urlset'"
unknown: "newest IS NULL OR NOT all_dated OR NOT child_complete"
parameters: {max_days: 7}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.sitemaps.org/protocol.html#index
since: 0.2.0
---
# Sitemap index lastmod newer than sitemap content

## What it finds

The `<lastmod>` of a sitemap in the index is more than 7 days (`max_days`) newer than the newest
`<lastmod>` in that sitemap. Only complete sitemaps count in which every URL has a `<lastmod>`. A
removed URL can be a valid reason, which an audit cannot see.

## Why it matters

`<lastmod>` in the index says that the sitemap changed. Search engines fetch it again and find
nothing new. Google ignores `<lastmod>` values that are not consistently accurate.

## How to fix it

Configure the sitemap generator to set `<lastmod>` in the index to the newest `<lastmod>` in the
sitemap, or to the time of the file's last change, and not to the time of the build or deployment.

## Example

### Three weeks newer than its newest entry

`entries`

| sitemap_url | kind | loc | line | lastmod |
|---|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 | 2025-12-28 |
| https://example.com/a.xml | url | https://example.com/1 | 3 | 2025-12-07T10:00:00Z |
| https://example.com/a.xml | url | https://example.com/2 | 4 | 2025-06-01 |

finds:

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | 2025-12-28 | 2025-12-07 (newest lastmod in the sitemap) | Set lastmod to 2025-12-07 | https://example.com/index.xml | replace | lastmod | 2025-12-28 | 2025-12-07 |

### Not reported: three days newer, an entry without lastmod, a sitemap not fetched

`entries`

| sitemap_url | kind | loc | lastmod |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 2025-12-10 |
| https://example.com/index.xml | sitemap | https://example.com/b.xml | 2025-12-28 |
| https://example.com/index.xml | sitemap | https://example.com/c.xml | 2025-12-28 |
| https://example.com/a.xml | url | https://example.com/1 | 2025-12-07 |
| https://example.com/b.xml | url | https://example.com/2 | 2025-12-07 |
| https://example.com/b.xml | url | https://example.com/3 | |

finds:

nothing
*/
SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    lastmod AS observed,
    CONCAT(CAST(CAST(newest AS DATE) AS VARCHAR), ' (newest lastmod in the sitemap)') AS expected,
    CONCAT('Set lastmod to ', CAST(CAST(newest AS DATE) AS VARCHAR)) AS fix,
    sitemap_url AS change_url,
    'replace' AS action,
    'lastmod' AS place,
    lastmod AS "from",
    CAST(CAST(newest AS DATE) AS VARCHAR) AS "to"
FROM index_children
WHERE
    child_kind = 'urlset'
    AND child_complete
    AND all_dated
    AND lastmod_precision NOT IN ('year', 'month')
    AND lastmod_at <= index_read_at
    AND DATE_DIFF('day', newest, lastmod_at) > $max_days

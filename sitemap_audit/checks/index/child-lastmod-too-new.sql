/*
---
severity: notice
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
  - https://www.sitemaps.org/protocol.html#index
since: 0.2.0
---
# Sitemap index dates a sitemap after its newest entry

## What it finds

A sitemap whose lastmod in the sitemap index is more than `max_days` days later than the newest
lastmod of its own entries. Only sitemaps that were read to the end and whose entries all have a
lastmod count. A removed entry is a good reason for a later date; that cannot be seen here.

## Why it matters

The lastmod in the index says that the sitemap has changed. Search engines fetch it again and find
nothing new. Where this is so for each build of the site, they learn to disregard the lastmod.

## How to fix it

Have the generator set the lastmod in the index to the newest lastmod of the entries, or to the time
of the last change of the file, and not to the time at which the site was built.

## Example

### Three weeks later than its newest entry

`entries`

| sitemap_url | kind | loc | line | lastmod |
|---|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 | 2025-12-28 |
| https://example.com/a.xml | url | https://example.com/1 | 3 | 2025-12-07T10:00:00Z |
| https://example.com/a.xml | url | https://example.com/2 | 4 | 2025-06-01 |

finds:

| sitemap_url | related_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | 2025-12-28 | 2025-12-07, as its newest entry | https://example.com/index.xml | replace | lastmod | 2025-12-28 | 2025-12-07 |

### Three days later; an entry without a lastmod; a sitemap that was not fetched

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
    CONCAT(CAST(CAST(newest AS DATE) AS VARCHAR), ', as its newest entry') AS expected,
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

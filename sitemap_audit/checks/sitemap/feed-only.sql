/*
---
severity: notice
confidence: medium
basis: documented
engines: [protocol, google, bing]
aliases: [feed-only-recent]
needs: [sitemaps, robots_lines, entries]
over: sitemap_states
when: "kind IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
unknown: >-
  SPLIT_PART(url, '/', 3) IN (SELECT SPLIT_PART(unread_sitemaps.url, '/', 3) FROM unread_sitemaps)
see:
  - https://www.sitemaps.org/protocol.html#otherformats
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Site whose only sitemaps are feeds

## What it finds

A feed that serves as a sitemap on a host that has no other kind of sitemap. Where a file that was
named could not be read, nothing is said.

## Why it matters

A feed lists what is new. Pages that have left it are not found through it.

## How to fix it

Make a sitemap of all pages, and keep the feed beside it: it is read quickly.

## Example

### One feed and nothing else

`sitemaps`

| url | kind | entries |
|---|---|---|
| https://example.com/feed.xml | rss-2.0 | 10 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/feed.xml | rss-2.0 with 10 items, the only sitemap | a sitemap of all pages as well |

### A sitemap beside it, and one that could not be read

`sitemaps`

| url | kind | status |
|---|---|---|
| https://example.com/feed.xml | rss-2.0 | 200 |
| https://example.com/sitemap.txt | text | 200 |
| https://www.example.com/feed.xml | atom-1.0 | 200 |
| https://www.example.com/sitemap.xml | | 503 |

finds:

nothing
*/
WITH files AS (
    SELECT
        url,
        kind,
        entries,
        SPLIT_PART(url, '/', 3) AS host
    FROM sitemap_states
    WHERE state = 'ok'
),

unread_hosts AS (
    SELECT DISTINCT SPLIT_PART(url, '/', 3) AS host FROM unread_sitemaps
)

SELECT
    files.url AS sitemap_url,
    CONCAT(files.kind, ' with ', files.entries, ' items, the only sitemap') AS observed,
    'a sitemap of all pages as well' AS expected
FROM files
WHERE
    files.kind IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')
    AND files.host NOT IN (
        SELECT others.host FROM files AS others
        WHERE others.kind IN ('urlset', 'sitemapindex', 'text')
    )
    AND files.host NOT IN (SELECT unread_hosts.host FROM unread_hosts)

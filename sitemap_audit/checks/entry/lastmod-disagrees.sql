/*
---
severity: warning
confidence: high
basis: inferred
engines: [google, bing]
aliases: [url-lastmod-disagrees]
needs: [sitemaps, entries]
over: listed
when: "sitemaps > 1"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# URL with different lastmod in several sitemaps

## What it finds

A URL that several sitemap files list with a `lastmod` that differs by a day or more. A day without a
time agrees with every moment of it, wherever on earth; a month or year alone is not compared, nor is
the date of an RSS item, which mostly is that of its publication.

## Why it matters

At most one of them is right. Search engines use lastmod only as long as it proves to be true.

## How to fix it

List the page in one file, or take the date in all of them from one place.

## Example

### Two files, two days

`entries`

| sitemap_url | loc | lastmod |
|---|---|---|
| https://example.com/a.xml | https://example.com/p | 2026-01-01 |
| https://example.com/b.xml | https://example.com/p | 2026-01-05 |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/p | https://example.com/a.xml | https://example.com/b.xml | 2026-01-01 and 2026-01-05 | one date |

### One day, or one file

`entries`

| sitemap_url | loc | lastmod |
|---|---|---|
| https://example.com/a.xml | https://example.com/p | 2026-01-01 |
| https://example.com/b.xml | https://example.com/p | 2026-01-01T10:00:00Z |
| https://example.com/a.xml | https://example.com/q | 2026-01-01 |
| https://example.com/a.xml | https://example.com/q | 2026-01-02 |

finds:

nothing
*/
WITH dates AS (
    SELECT
        url,
        url_key,
        MIN(sitemap_url) AS sitemap_url,
        MAX(sitemap_url) AS related_url,
        ARG_MIN(lastmod, lastmod_at) AS earliest,
        ARG_MAX(lastmod, lastmod_at) AS latest
    FROM entries
    WHERE
        kind = 'url'
        AND url_key IS NOT NULL
        AND lastmod_at IS NOT NULL
        AND lastmod_precision NOT IN ('year', 'month')
        AND sitemap_id NOT IN (
            SELECT feeds.id FROM sitemaps AS feeds
            WHERE feeds.kind IN ('rss-2.0', 'rss-1.0')
        )
    GROUP BY url, url_key
    HAVING
        MIN(sitemap_url) <> MAX(sitemap_url)
        AND MAX(lastmod_at) - MIN(lastmod_at) >= CASE
            WHEN COUNT(DISTINCT lastmod_precision = 'day') = 1 THEN INTERVAL '24' HOUR
            ELSE INTERVAL '38' HOUR
        END
)

SELECT
    url,
    sitemap_url,
    related_url,
    CONCAT(earliest, ' and ', latest) AS observed,
    'one date' AS expected
FROM dates

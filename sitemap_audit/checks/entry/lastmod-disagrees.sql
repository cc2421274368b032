/*
---
severity: warning
cause: has another lastmod in another sitemap
confidence: high
basis: inferred
engines: [google, bing]
needs: [sitemaps, entries]
over: listed
when: "sitemaps > 1"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Conflicting lastmod in several sitemaps

## What it finds

Several sitemaps list the URL, and its `<lastmod>` dates differ by a day or more. A date without a
time matches every time of that day, in any time zone. A year or month alone is not compared, nor
are the dates of RSS feeds, which usually are publication dates.

## Why it matters

At least one of the dates is wrong. Google uses `<lastmod>` only if it is consistently accurate.

## How to fix it

Set `<lastmod>` from the same field in all sitemap generators and plugins, or list the URL in one
sitemap only.

## Example

### Two sitemaps, two dates

`entries`

| sitemap_url | loc | lastmod |
|---|---|---|
| https://example.com/a.xml | https://example.com/p | 2026-01-01 |
| https://example.com/b.xml | https://example.com/p | 2026-01-05 |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/p | https://example.com/a.xml | https://example.com/b.xml | 2026-01-01 and 2026-01-05 | One date | Use the same <lastmod> in all sitemaps |

### The same day, or the same sitemap

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
    'One date' AS expected,
    'Use the same <lastmod> in all sitemaps' AS fix
FROM dates

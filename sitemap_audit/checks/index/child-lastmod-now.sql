/*
---
severity: warning
confidence: medium
basis: inferred
engines: [google, bing]
aliases: [index-child-lastmod-now]
known_as:
  squirrelscan: ["sitemap-lastmod-churn"]
needs: [sitemaps, entries]
over: indexes
when: "timed > 1"
parameters: {max_seconds: 60}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Sitemap index that dates every sitemap by the moment it is asked for

## What it finds

A sitemap index of two or more children that all have a lastmod within a minute of the time at which
this audit fetched the index.

## Why it matters

The time says nothing: every child looks as if it had just changed. Engines that find lastmod to be
wrong stop going by it.

## How to fix it

Write the time at which each child was last changed, not the time at which the index is written.

## Example

### All of them now

`sitemaps`

| url | kind | fetched_at |
|---|---|---|
| https://example.com/index.xml | sitemapindex | 2026-01-15T12:00:00Z |

`entries`

| sitemap_url | kind | loc | lastmod |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 2026-01-15T12:00:01+00:00 |
| https://example.com/index.xml | sitemap | https://example.com/b.xml | 2026-01-15T12:59:30+01:00 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/index.xml | all 2 sitemaps changed within 60 s of the audit's request | the time at which each sitemap was changed |

### One that is older, one child alone, and a day without a time

`sitemaps`

| url | kind | fetched_at |
|---|---|---|
| https://example.com/a-index.xml | sitemapindex | 2026-01-15T12:00:00Z |
| https://example.com/b-index.xml | sitemapindex | 2026-01-15T12:00:00Z |
| https://example.com/c-index.xml | sitemapindex | 2026-01-15T00:00:10Z |

`entries`

| sitemap_url | kind | loc | lastmod |
|---|---|---|---|
| https://example.com/a-index.xml | sitemap | https://example.com/a.xml | 2026-01-15T12:00:00Z |
| https://example.com/a-index.xml | sitemap | https://example.com/b.xml | 2026-01-15T11:00:00Z |
| https://example.com/b-index.xml | sitemap | https://example.com/c.xml | 2026-01-15T12:00:00Z |
| https://example.com/c-index.xml | sitemap | https://example.com/d.xml | 2026-01-15 |
| https://example.com/c-index.xml | sitemap | https://example.com/e.xml | 2026-01-15 |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    CONCAT(
        'all ', children, ' sitemaps changed within ', $max_seconds, ' s of the audit''s request'
    ) AS observed,
    'the time at which each sitemap was changed' AS expected
FROM indexes
WHERE
    children > 1
    AND timed = children
    AND farthest_seconds <= $max_seconds

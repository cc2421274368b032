/*
---
severity: warning
cause: has the time of the request as lastmod of all sitemaps
confidence: medium
basis: inferred
engines: [google, bing]
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
# Sitemap index lastmod is the request time

## What it finds

A sitemap index lists two or more sitemaps, and the `<lastmod>` of each is within 60 seconds of the
time when the audit requested the index.

## Why it matters

Every sitemap seems to have changed just now. Google uses `<lastmod>` only if it is consistently and
verifiably accurate, and ignores it otherwise.

## How to fix it

Configure the sitemap generator or CMS plugin to write the time of the last change of each sitemap,
and not the time of the request. If the index is generated on each request, store the time when a
page of that sitemap last changed.

## Example

### Both sitemaps have the request time

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

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/index.xml | Lastmod of all 2 sitemaps within 60 s of the request | Time of the last change of each sitemap | Set each lastmod to the time of the last change of the sitemap |

### Not reported: an older lastmod, a single sitemap, dates without a time

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
    CONCAT('Lastmod of all ', timed, ' sitemaps within ', $max_seconds, ' s of the request')
        AS observed,
    'Time of the last change of each sitemap' AS expected,
    'Set each lastmod to the time of the last change of the sitemap' AS fix
FROM indexes
WHERE
    children > 1
    AND timed = children
    AND farthest_seconds <= $max_seconds

/*
---
severity: notice
cause: is unchanged, although URLs in it failed before
confidence: medium
basis: inferred
engines: [google, bing]
needs: [entries, sitemaps, pages, previous]
over: sitemaps
when: "entries >= $min_urls AND url IN (SELECT previous_sitemaps.url FROM previous_sitemaps)"
unknown: "content_hash IS NULL"
parameters: {min_days: 7, min_urls: 5}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/Sitemaps-3b5cf6ed
since: 0.2.0
---
# Sitemap not regenerated although its URLs fail

## What it finds

A sitemap has the same content as at least `min_days` (7) days before, in the previous audit. At
least `min_urls` (5) of its URLs redirected or returned 404 or 410 then, and do so now. Sitemaps
that were read only in one of the two audits are not checked.

## Why it matters

The sitemap is not generated from the current pages any more. Search engines crawl URLs that are
gone, and do not learn of new pages from it.

## How to fix it

Generate the sitemap again, and check why the generator stopped: a cron job, a plugin, a full disk,
or a static file that replaced the generated one. Check that no cache or CDN serves an old copy.

## Example

### A file of last week with a URL that is gone

`parameters`

| min_urls |
|---|
| 1 |

`sitemaps`

| url | content_hash |
|---|---|
| https://example.com/sitemap.xml | a1 |

`previous_sitemaps`

| url | content_hash | fetched_at |
|---|---|---|
| https://example.com/sitemap.xml | a1 | 2026-01-01T12:00:00Z |

`entries`

| loc |
|---|
| https://example.com/gone |
| https://example.com/here |

`pages`

| url | status |
|---|---|
| https://example.com/gone | 404 |
| https://example.com/here | 200 |

`previous_urls`

| url | status | state |
|---|---|---|
| https://example.com/gone | 404 | client-error |
| https://example.com/here | 200 | ok |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | Same content as on 2026-01-01; 1 URL failed then and fails now, such as https://example.com/gone | Content without these URLs | Generate the sitemap again |
*/
WITH unchanged AS (
    SELECT
        file.url,
        MIN(file.fetched_at) AS fetched_at,
        MAX(old.fetched_at) AS previous_at
    FROM sitemaps AS file
    INNER JOIN previous_sitemaps AS old
        ON file.url = old.url AND file.content_hash = old.content_hash
    GROUP BY file.url
),

failed AS (
    SELECT
        unchanged.url AS sitemap_url,
        MIN(unchanged.fetched_at) AS fetched_at,
        MAX(unchanged.previous_at) AS previous_at,
        MIN(page.url) AS url,
        COUNT(*) AS urls
    FROM unchanged
    INNER JOIN compared_urls AS page ON unchanged.url = page.sitemap_url
    WHERE
        page.is_in_both
        AND page.unknown_reason IS NULL
        AND (page.state = 'redirect' OR page.status IN (404, 410))
        AND (page.previous_state = 'redirect' OR page.previous_status IN (404, 410))
    GROUP BY unchanged.url
)

SELECT
    sitemap_url,
    CONCAT(
        'Same content as on ', CAST(CAST(previous_at AS DATE) AS VARCHAR), '; ',
        FORMAT_NUMBER(urls, 0),
        CASE WHEN urls = 1 THEN ' URL failed then and fails' ELSE ' URLs failed then and fail' END,
        ' now, such as ', url
    ) AS observed,
    'Content without these URLs' AS expected,
    'Generate the sitemap again' AS fix
FROM failed
WHERE urls >= $min_urls AND fetched_at >= previous_at + $min_days * INTERVAL 1 DAY

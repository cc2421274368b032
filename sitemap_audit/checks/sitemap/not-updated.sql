/*
---
severity: notice
cause: is older than its pages
confidence: medium
basis: inferred
engines: [google, bing]
needs: [entries, sitemaps, pages]
over: sitemaps_with_lastmod
when: "dated > 1"
parameters: {min_days: 30, min_pages: 5}
see:
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.2.0
---
# Sitemap not updated after pages changed

## What it finds

The newest `<lastmod>` of a sitemap is at least `min_days` (30) days older than the audit, and at
least `min_pages` (5) pages that it lists have a modified date more than 24 hours after it in their
HTML (`dateModified`, `article:modified_time`). Dates within 5 minutes of the response, of the same
day, or that most pages of the host have, are ignored. Sitemaps without `<lastmod>` are not checked.

## Why it matters

The file looks as if nothing had changed since. Search engines plan their crawl by `<lastmod>`, so
they may find the changes late.

## How to fix it

Generate the sitemap again, and check why the generator stopped: a cron job, a plugin, a full disk,
or a static file that replaced the generated one. Check that no cache or CDN serves an old copy.

## Example

### Two pages changed since

`parameters`

| min_pages |
|---|
| 2 |

`pages`

| url | modified |
|---|---|
| https://example.com/a | 2025-11-10T10:00:00+00:00 |
| https://example.com/b | 2025-12-20T10:00:00+00:00 |
| https://example.com/c | 2025-06-02T10:00:00+00:00 |

`entries`

| loc | lastmod |
|---|---|
| https://example.com/a | 2025-06-01 |
| https://example.com/b | 2025-06-01 |
| https://example.com/c | 2025-06-02 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | Newest lastmod 2025-06-02; 2 pages changed later, such as https://example.com/a on 2025-11-10 | 2025-12-20 or later | Generate the sitemap again |
*/
WITH newest AS (
    SELECT
        entries.sitemap_url,
        MAX(sitemaps.fetched_at) AS fetched_at,
        MAX(entries.lastmod_at) AS lastmod_at
    FROM entries
    INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
    WHERE entries.kind = 'url' AND entries.lastmod_at IS NOT NULL
    GROUP BY entries.sitemap_url
),

later AS (
    SELECT
        newest.sitemap_url,
        newest.lastmod_at,
        newest.fetched_at,
        MIN(told.url) AS url,
        ARG_MIN(told.told_at, told.url) AS changed_at,
        MAX(told.told_at) AS latest_at,
        COUNT(*) AS pages
    FROM newest
    INNER JOIN page_lastmods AS told ON newest.sitemap_url = told.sitemap_url
    WHERE
        told.source = 'page'
        AND told.verdict = 'older'
        AND told.unknown_reason IS NULL
        AND told.told_from > newest.lastmod_at + INTERVAL '60' HOUR
    GROUP BY newest.sitemap_url, newest.lastmod_at, newest.fetched_at
)

SELECT
    sitemap_url,
    CONCAT(
        'Newest lastmod ', CAST(CAST(lastmod_at AS DATE) AS VARCHAR), '; ',
        FORMAT_NUMBER(pages, 0), CASE WHEN pages = 1 THEN ' page' ELSE ' pages' END,
        ' changed later, such as ', url, ' on ',
        CAST(CAST(changed_at AS DATE) AS VARCHAR)
    ) AS observed,
    CONCAT(CAST(CAST(latest_at AS DATE) AS VARCHAR), ' or later') AS expected,
    'Generate the sitemap again' AS fix
FROM later
WHERE pages >= $min_pages AND fetched_at > lastmod_at + $min_days * INTERVAL 1 DAY

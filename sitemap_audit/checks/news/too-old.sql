/*
---
severity: warning
cause: has a news article that is older than two days
confidence: high
basis: documented
engines: [google]
needs: [entry_news, sitemaps]
over: entry_news
when: "publication_at IS NOT NULL"
parameters: {max_hours: 48}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# News article older than two days

## What it finds

A `<news:publication_date>` more than 48 hours (`max_hours`) before the sitemap was fetched. A
date without a time counts as the end of that day, and without a time zone as the latest time that
it can be.

## Why it matters

Google asks publishers to list only articles of the last two days in a news sitemap, and to remove
older ones. The URL itself can stay in a normal sitemap.

## How to fix it

Set the news sitemap generator to drop articles after two days: remove the URL from the news
sitemap, or remove its `<news:news>` element.

## Example

### More than two days, two days in another time zone, less than two days

`entry_news`

| url | publication_date |
|---|---|
| https://example.com/p | 2026-01-11 |
| https://example.com/q | 2026-01-13T12:30:00+01:00 |
| https://example.com/r | 2026-01-13 |
| https://example.com/t | 2026-01-13T12:30:00Z |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 2026-01-11 | At most 48 hours before 2026-01-15 12:00 UTC | Remove <news:news> from this URL | https://example.com/sitemap.xml | remove | xml | <news:news> |
| https://example.com/q | https://example.com/sitemap.xml | 2026-01-13T12:30:00+01:00 | At most 48 hours before 2026-01-15 12:00 UTC | Remove <news:news> from this URL | https://example.com/sitemap.xml | remove | xml | <news:news> |
*/
WITH dates AS (
    SELECT
        entry_news.url,
        entry_news.sitemap_url,
        entry_news.line,
        entry_news.publication_date,
        sitemaps.fetched_at,
        CASE
            WHEN entry_news.publication_precision = 'day'
                THEN entry_news.publication_at + INTERVAL 36 HOUR
            WHEN entry_news.publication_problem = 'no-time-zone'
                THEN entry_news.publication_at + INTERVAL 12 HOUR
            ELSE entry_news.publication_at
        END AS latest
    FROM entry_news
    INNER JOIN sitemaps ON entry_news.sitemap_id = sitemaps.id
    WHERE COALESCE(entry_news.publication_precision, '') NOT IN ('year', 'month')
)

SELECT
    url,
    sitemap_url,
    line,
    publication_date AS observed,
    CONCAT(
        'At most ', $max_hours, ' hours before ', LEFT(CAST(fetched_at AS VARCHAR), 16), ' UTC'
    ) AS expected,
    'Remove <news:news> from this URL' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'xml' AS place,
    '<news:news>' AS "from"
FROM dates
WHERE latest + $max_hours * INTERVAL 1 HOUR < fetched_at

/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [news-date-invalid]
known_as:
  Google Search Console: ["Invalid date"]
needs: [entry_news, sitemaps]
over: entry_news
when: "publication_date IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
  - https://www.w3.org/TR/NOTE-datetime
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# News entry with an invalid date

## What it finds

A `<news:publication_date>` that is not a whole date, or a date with a time and a zone, in the form
of the W3C; or that lies more than a day after the sitemap was fetched. One that is missing is the
matter of `news/required-missing`.

## Why it matters

Search Console reports an invalid date, and the article is not taken for news.

## How to fix it

Write when the article was first published, such as `2026-01-15T09:30:00+01:00`.

## Example

### A month, no zone, the future

`entry_news`

| url | publication_date |
|---|---|
| https://example.com/p | 2026-01 |
| https://example.com/q | 2026-01-15T09:30 |
| https://example.com/r | 2026-01-18 |

finds:

| url | sitemap_url | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 2026-01 (month) | 2026-01-15 or 2026-01-15T09:30+00:00, not in the future | | | | | |
| https://example.com/q | https://example.com/sitemap.xml | 2026-01-15T09:30 (no-time-zone) | 2026-01-15 or 2026-01-15T09:30+00:00, not in the future | https://example.com/sitemap.xml | replace | news | publication_date: 2026-01-15T09:30 | publication_date: 2026-01-15T09:30:00Z |
| https://example.com/r | https://example.com/sitemap.xml | 2026-01-18 (future) | 2026-01-15 or 2026-01-15T09:30+00:00, not in the future | | | | | |

### The four forms

`entry_news`

| url | publication_date |
|---|---|
| https://example.com/p | 2026-01-15 |
| https://example.com/q | 2026-01-15T09:30+01:00 |
| https://example.com/r | 2026-01-15T09:30:00Z |
| https://example.com/t | 2026-01-15T09:30:00.5Z |

finds:

nothing
*/
WITH dates AS (
    SELECT
        entry_news.url,
        entry_news.sitemap_url,
        entry_news.line,
        entry_news.publication_date,
        COALESCE(
            entry_news.publication_problem,
            CASE
                WHEN entry_news.publication_precision IN ('year', 'month')
                    THEN entry_news.publication_precision
                WHEN entry_news.publication_at > sitemaps.fetched_at + INTERVAL 1 DAY THEN 'future'
            END
        ) AS problem,
        CASE
            WHEN
                entry_news.publication_at > sitemaps.fetched_at + INTERVAL 1 DAY
                OR entry_news.publication_precision IN ('year', 'month')
                THEN NULL
            WHEN entry_news.publication_precision = 'day'
                THEN CAST(CAST(entry_news.publication_at AS DATE) AS VARCHAR)
            WHEN entry_news.publication_at IS NOT NULL
                THEN
                    CONCAT(
                        REPLACE(LEFT(CAST(entry_news.publication_at AS VARCHAR), 19), ' ', 'T'),
                        'Z'
                    )
        END AS meant
    FROM entry_news
    INNER JOIN sitemaps ON entry_news.sitemap_id = sitemaps.id
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT(publication_date, ' (', problem, ')') AS observed,
    '2026-01-15 or 2026-01-15T09:30+00:00, not in the future' AS expected,
    CASE WHEN meant IS NOT NULL THEN sitemap_url END AS change_url,
    'replace' AS action,
    'news' AS place,
    CONCAT('publication_date: ', publication_date) AS "from",
    CONCAT('publication_date: ', meant) AS "to"
FROM dates
WHERE problem <> 'empty'

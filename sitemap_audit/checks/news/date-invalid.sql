/*
---
severity: error
cause: has an invalid news publication date
confidence: high
basis: documented
engines: [google]
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
# Invalid news publication date

## What it finds

A `<news:publication_date>` that is neither a full date (`2026-01-15`) nor a date with time and time
zone (`2026-01-15T09:30+00:00`), or that is more than one day after the sitemap was fetched. A
missing date is reported by `news/required-missing`.

## Why it matters

Google requires the date of first publication in one of these W3C formats. With an invalid one the
article may not be treated as news. Search Console reports "Invalid date".

## How to fix it

Set the news sitemap generator to write the date of first publication with its time zone, for
example `2026-01-15T09:30:00+01:00`. List an article only once it is published.

## Example

### Month without a day, no time zone, date in the future

`entry_news`

| url | publication_date |
|---|---|
| https://example.com/p | 2026-01 |
| https://example.com/q | 2026-01-15T09:30 |
| https://example.com/r | 2026-01-18 |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 2026-01 | Year, month and day | Use the date of first publication | | | | | |
| https://example.com/q | https://example.com/sitemap.xml | 2026-01-15T09:30 | Time with a time zone | Add the time zone, or use 2026-01-15 | https://example.com/sitemap.xml | replace | news | publication_date: 2026-01-15T09:30 | publication_date: 2026-01-15 |
| https://example.com/r | https://example.com/sitemap.xml | 2026-01-18 | Not after 2026-01-15 (fetch of the sitemap) | Use the date of first publication | | | | | |

### The four valid formats

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
        sitemaps.fetched_at,
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
                THEN NULL
            ELSE entry_news.publication_correction
        END AS meant
    FROM entry_news
    INNER JOIN sitemaps ON entry_news.sitemap_id = sitemaps.id
)

SELECT
    url,
    sitemap_url,
    line,
    publication_date AS observed,
    CASE problem
        WHEN 'future'
            THEN
                CONCAT(
                    'Not after ', LEFT(CAST(fetched_at AS VARCHAR), 10), ' (fetch of the sitemap)'
                )
        WHEN 'no-time-zone' THEN 'Time with a time zone'
        WHEN 'month' THEN 'Year, month and day'
        ELSE 'YYYY-MM-DD or YYYY-MM-DDThh:mm:ss+00:00'
    END AS expected,
    CASE
        WHEN problem = 'no-time-zone' AND meant IS NOT NULL
            THEN CONCAT('Add the time zone, or use ', meant)
        WHEN meant IS NOT NULL THEN CONCAT('Use ', meant)
        ELSE 'Use the date of first publication'
    END AS fix,
    CASE WHEN meant IS NOT NULL THEN sitemap_url END AS change_url,
    'replace' AS action,
    'news' AS place,
    CONCAT('publication_date: ', publication_date) AS "from",
    CONCAT('publication_date: ', meant) AS "to"
FROM dates
WHERE problem <> 'empty'

/*
---
severity: notice
cause: has another publication date in the sitemap than on the page
confidence: medium
basis: advisory
engines: [google]
needs: [entry_news, page_dates]
over: dated_news
unknown: "earliest IS NULL OR latest - earliest > $max_days * INTERVAL 1 DAY"
parameters: {max_days: 2}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
  - https://developers.google.com/search/docs/appearance/publication-dates
since: 0.1.0
---
# News publication date differs from page

## What it finds

A `<news:publication_date>` more than 2 days (`max_days`) before or after the publication date in
the HTML of the page. That date is `article:published_time`, `datePublished` of an article in
JSON-LD, or `<time pubdate>`. If one of the dates has no time or no time zone, one more day is
allowed. Pages without such a date, or with contradictory dates, are not checked.

## Why it matters

Google requires the date on which the article was first published, and asks for the same date in the
page and its structured data. A date that changes with every sitemap build makes old articles look
new.

## How to fix it

Set the sitemap generator (such as Yoast News SEO) to write the date of first publication, the same
one as in the page template. Do not change it when the article is updated.

## Example

### An article of last year with a new date

`entry_news`

| url | publication_date |
|---|---|
| https://example.com/a | 2026-01-15T08:00:00Z |
| https://example.com/b | 2026-01-15T08:00:00Z |
| https://example.com/c | 2026-01-15 |

`page_dates`

| url | published |
|---|---|
| https://example.com/a | 2025-11-03T06:30:00+01:00 |
| https://example.com/b | 2026-01-14T09:00:00Z |
| https://example.com/c | 2026-01-12T12:00:00Z |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 2026-01-15T08:00:00Z | 2025-11-03T06:30:00+01:00 (date in the page) | Use 2025-11-03T06:30:00+01:00 | https://example.com/sitemap.xml | replace | news | publication_date: 2026-01-15T08:00:00Z | publication_date: 2025-11-03T06:30:00+01:00 |

### Two contradictory dates, month without a day

`entry_news`

| url | publication_date |
|---|---|
| https://example.com/a | 2026-01-15T08:00:00Z |
| https://example.com/b | 2026-01-15T08:00:00Z |
| https://example.com/c | 2026-01 |

`page_dates`

| url | published |
|---|---|
| https://example.com/b | 2025-11-03T06:30:00Z |
| https://example.com/b | 2025-12-03T06:30:00Z |
| https://example.com/c | 2025-11-03T06:30:00Z |

finds:

nothing
*/
WITH dated AS (
    SELECT
        url,
        sitemap_url,
        line,
        publication_date,
        publication_at,
        earliest,
        latest,
        is_exact,
        written,
        REGEXP_EXTRACT(
            written,
            '^[0-9]{4}-[0-9]{2}-[0-9]{2}'
            || '(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2}))?$'
        ) <> '' AS is_w3c_date
    FROM dated_news
)

SELECT
    url,
    sitemap_url,
    line,
    publication_date AS observed,
    CONCAT(written, ' (date in the page)') AS expected,
    CASE
        WHEN is_w3c_date THEN CONCAT('Use ', written)
        ELSE 'Use the publication date of the page'
    END AS fix,
    CASE WHEN is_w3c_date THEN sitemap_url END AS change_url,
    'replace' AS action,
    'news' AS place,
    CONCAT('publication_date: ', publication_date) AS "from",
    CONCAT('publication_date: ', written) AS "to"
FROM dated
WHERE
    latest - earliest <= $max_days * INTERVAL 1 DAY
    AND (
        publication_at
        > latest + ($max_days + CASE WHEN is_exact THEN 0 ELSE 1 END) * INTERVAL 1 DAY
        OR publication_at
        < earliest - ($max_days + CASE WHEN is_exact THEN 0 ELSE 1 END) * INTERVAL 1 DAY
    )

/*
---
severity: notice
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
# News with another date than their page

## What it finds

A `<news:publication_date>` more than `max_days` days before or after the date of publication that
the page bears for machines: `article:published_time`, the `datePublished` of an article in JSON-LD,
or `<time pubdate>`. A date without a time or a zone gets a day more. Where the page bears none, or
contradicts itself, nothing is said.

## Why it matters

The date is to be that of the article's first publication. One that is set anew, mostly to the time
at which the sitemap was written, makes old articles look new; Google compares it with the page.

## How to fix it

Have the generator write the same date into the sitemap and into the page, and keep it when the
article is changed.

## Example

### An article of last year, dated anew

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

| url | sitemap_url | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 2026-01-15T08:00:00Z | 2025-11-03T06:30:00+01:00, as on the page | https://example.com/sitemap.xml | replace | news | publication_date: 2026-01-15T08:00:00Z | publication_date: 2025-11-03T06:30:00+01:00 |

### A page without a date, one with two, and a month alone

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
SELECT
    url,
    sitemap_url,
    line,
    publication_date AS observed,
    CONCAT(written, ', as on the page') AS expected,
    CASE
        WHEN
            REGEXP_EXTRACT(
                written,
                '^[0-9]{4}-[0-9]{2}-[0-9]{2}'
                || '(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2}))?$'
            ) <> ''
            THEN sitemap_url
    END AS change_url,
    'replace' AS action,
    'news' AS place,
    CONCAT('publication_date: ', publication_date) AS "from",
    CONCAT('publication_date: ', written) AS "to"
FROM dated_news
WHERE
    latest - earliest <= $max_days * INTERVAL 1 DAY
    AND (
        publication_at
        > latest + ($max_days + CASE WHEN is_exact THEN 0 ELSE 1 END) * INTERVAL 1 DAY
        OR publication_at
        < earliest - ($max_days + CASE WHEN is_exact THEN 0 ELSE 1 END) * INTERVAL 1 DAY
    )

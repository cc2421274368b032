/*
---
row: entry-part
rests_on: named
---
One row per <news:news> whose publication date has at least a day, with the publication dates of its
page: `earliest` and `latest` are NULL where the page has no readable date, or was not read.
`is_exact`: all these dates have a time of day and a time zone. Default dates of programs
(1970-01-01, 0001-01-01) are ignored.
*/
WITH published AS (
    SELECT
        url_key,
        MIN(published_at) AS earliest,
        MAX(published_at) AS latest,
        ARG_MIN(published, published_at) AS written,
        BOOL_AND(
            published_precision IN ('minute', 'second', 'fraction')
            AND COALESCE(published_problem, '') <> 'no-time-zone'
        ) AS is_exact
    FROM page_dates
    WHERE
        published_at >= TIMESTAMPTZ '1971-01-01 00:00:00+00'
        AND published_precision NOT IN ('year', 'month')
    GROUP BY url_key
)

SELECT
    entry_news.sitemap_url,
    entry_news.line,
    entry_news.url,
    entry_news.publication_date,
    entry_news.publication_at,
    published.earliest,
    published.latest,
    published.written,
    entry_news.publication_precision IN ('minute', 'second', 'fraction')
    AND entry_news.publication_problem IS NULL
    AND published.is_exact AS is_exact
FROM entry_news
LEFT JOIN published ON entry_news.url_key = published.url_key
WHERE
    entry_news.publication_at IS NOT NULL
    AND entry_news.publication_precision NOT IN ('year', 'month')

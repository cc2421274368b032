/*
One row per <news:news> in a sitemap.
*/
SELECT
    sitemap_url,
    position,
    number,
    line,
    url,
    publication_name,
    publication_language,
    language_problem,
    publication_date,
    DATE_TRUNC('second', publication_at) AS publication_at_utc,
    publication_precision,
    publication_problem,
    title,
    genres,
    keywords,
    stock_tickers,
    elements,
    misnamed,
    publication_correction
FROM entry_news
ORDER BY sitemap_url, position, number

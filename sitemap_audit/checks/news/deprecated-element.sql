/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google]
aliases: [news-tags-deprecated]
needs: [entry_news]
over: entry_news
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# News entry with elements that are no longer read

## What it finds

A news entry with `<news:genres>`, `<news:keywords>`, `<news:stock_tickers>`, `<news:access>` or
`<news:geo_locations>`.

## Why it matters

Google's documentation names publication, publication_date and title, and these no longer. They do
no harm.

## How to fix it

Leave the elements out.

## Example

### Keywords

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_news`

| url | title | elements |
|---|---|---|
| https://example.com/p | A | " publication publication_date title keywords " |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | keywords | none of these | https://example.com/sitemap.xml | remove | news | keywords |
*/
WITH found AS (
    SELECT
        url,
        sitemap_url,
        line,
        CONCAT_WS(
            ', ',
            CASE WHEN elements LIKE '% genres %' THEN 'genres' END,
            CASE WHEN elements LIKE '% keywords %' THEN 'keywords' END,
            CASE WHEN elements LIKE '% stock_tickers %' THEN 'stock_tickers' END,
            CASE WHEN elements LIKE '% access %' THEN 'access' END,
            CASE WHEN elements LIKE '% geo_locations %' THEN 'geo_locations' END
        ) AS names
    FROM entry_news
)

SELECT
    url,
    sitemap_url,
    line,
    names AS observed,
    'none of these' AS expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'news' AS place,
    names AS "from"
FROM found
WHERE names <> ''

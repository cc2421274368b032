/*
---
severity: notice
cause: has a deprecated news element
confidence: pedantic
basis: advisory
engines: [google]
needs: [entry_news]
over: entry_news
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# Deprecated news sitemap element

## What it finds

A `<news:news>` with `<news:genres>`, `<news:keywords>`, `<news:stock_tickers>`, `<news:access>` or
`<news:geo_locations>`.

## Why it matters

Google no longer documents these elements: it reads `publication`, `publication_date` and `title`.
The others do no harm, but make the file larger.

## How to fix it

Remove the elements from the news sitemap template, or update the plugin that writes them.

## Example

### `keywords`

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_news`

| url | title | elements |
|---|---|---|
| https://example.com/p | A | " publication publication_date title keywords " |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | keywords | Only publication, publication_date and title | Remove keywords | https://example.com/sitemap.xml | remove | news | keywords |
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
    'Only publication, publication_date and title' AS expected,
    CONCAT('Remove ', names) AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'news' AS place,
    names AS "from"
FROM found
WHERE names <> ''

/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [news-multiple-per-url]
needs: [entries]
over: entries
when: "news > 0"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# Entry with several news

## What it finds

An entry with more than one `<news:news>`.

## Why it matters

An article is one piece of news; Google allows one element in an entry.

## How to fix it

Write one entry for each article.

## Example

### Two, and one

`entries`

| loc | news | line |
|---|---|---|
| https://example.com/p | 2 | 3 |
| https://example.com/q | 1 | 9 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 2 news:news | one |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(news, ' news:news') AS observed,
    'one' AS expected
FROM entries
WHERE news > 1

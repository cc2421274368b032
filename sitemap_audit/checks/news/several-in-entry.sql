/*
---
severity: error
cause: has several <news:news> elements
confidence: high
basis: documented
engines: [google]
needs: [entries]
over: entries
when: "news > 0"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# Multiple <news:news> elements for one URL

## What it finds

A `<url>` with more than one `<news:news>` element.

## Why it matters

Google accepts one `<news:news>` element for each `<url>`: one URL is one article.

## How to fix it

Set the news sitemap generator to write one `<url>` with one `<news:news>` for each article. Remove
the duplicate elements.

## Example

### Two elements, and one

`entries`

| loc | news | line |
|---|---|---|
| https://example.com/p | 2 | 3 |
| https://example.com/q | 1 | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 2 <news:news> elements | One <news:news> element | Remove the duplicate |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(news, ' <news:news> elements') AS observed,
    'One <news:news> element' AS expected,
    'Remove the duplicate' AS fix
FROM entries
WHERE news > 1

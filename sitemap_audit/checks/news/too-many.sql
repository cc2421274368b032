/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [news-too-many]
known_as:
  Google Search Console: ["Too many News URLs"]
needs: [entry_news]
over: entry_news
parameters: {max_news: 1000}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap with too many news entries

## What it finds

A sitemap with more than 1,000 `<news:news>`.

## Why it matters

Google reads 1,000 of them in one file; Search Console reports too many.

## How to fix it

Divide the entries among several sitemaps, and drop those older than two days.

## Example

### One too many

`parameters`

| max_news |
|---|
| 2 |

`entry_news`

| url |
|---|
| https://example.com/p |
| https://example.com/q |
| https://example.com/r |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/sitemap.xml | 3 news entries | at most 2 |

### Just as many as are allowed

`parameters`

| max_news |
|---|
| 2 |

`entry_news`

| url |
|---|
| https://example.com/p |
| https://example.com/q |

finds:

nothing
*/
SELECT
    sitemap_url,
    CONCAT(COUNT(*), ' news entries') AS observed,
    CONCAT('at most ', $max_news) AS expected
FROM entry_news
GROUP BY sitemap_id, sitemap_url
HAVING COUNT(*) > $max_news

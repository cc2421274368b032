/*
---
severity: error
cause: has more than 1,000 news articles
confidence: high
basis: documented
engines: [google]
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
# News sitemap with over 1,000 articles

## What it finds

A sitemap with more than 1,000 `<news:news>` elements.

## Why it matters

Google accepts at most 1,000 `<news:news>` elements in one sitemap. Search Console reports "Too many
News URLs".

## How to fix it

Remove articles older than two days from the news sitemap. If more than 1,000 remain, set the
generator to split them into several files, listed in a sitemap index.

## Example

### 3 articles where 2 are allowed

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

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | 3 <news:news> elements | At most 2 | Remove old articles, or split the sitemap |

### 2 articles where 2 are allowed

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
    CONCAT(COUNT(*), ' <news:news> elements') AS observed,
    CONCAT('At most ', $max_news) AS expected,
    'Remove old articles, or split the sitemap' AS fix
FROM entry_news
GROUP BY sitemap_id, sitemap_url
HAVING COUNT(*) > $max_news

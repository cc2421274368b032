/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [news-required-missing]
known_as:
  Google Search Console: ["Missing <publication> tag"]
needs: [entry_news]
over: entry_news
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# News entry without what it must have

## What it finds

A `<news:news>` without the publication's name or language, publication_date or title; empty counts
as missing.

## Why it matters

Google does not take the article for news, and Search Console reports the missing tag.

## How to fix it

Add the elements.

## Example

### Two are missing

`entry_news`

| url | publication_name | publication_language | publication_date | title |
|---|---|---|---|---|
| https://example.com/p | | en | 2026-01-15 | "" |
| https://example.com/q | Leaf | en | 2026-01-15 | A |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | no publication name, no title | publication with name and language, publication_date, title |
*/
WITH missing AS (
    SELECT
        url,
        sitemap_url,
        line,
        CONCAT_WS(
            ', ',
            CASE
                WHEN NOT REGEXP_MATCHES(COALESCE(publication_name, ''), '\S')
                    THEN 'no publication name'
            END,
            CASE
                WHEN NOT REGEXP_MATCHES(COALESCE(publication_language, ''), '\S')
                    THEN 'no publication language'
            END,
            CASE
                WHEN NOT REGEXP_MATCHES(COALESCE(publication_date, ''), '\S')
                    THEN 'no publication_date'
            END,
            CASE
                WHEN NOT REGEXP_MATCHES(COALESCE(title, ''), '\S')
                    THEN 'no title'
            END
        ) AS names
    FROM entry_news
)

SELECT
    url,
    sitemap_url,
    line,
    names AS observed,
    'publication with name and language, publication_date, title' AS expected
FROM missing
WHERE names <> ''

/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [news-language-invalid]
needs: [entry_news]
over: entry_news
when: "publication_language IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# News entry in a language that does not exist

## What it finds

A `<news:language>` that is no code of ISO 639 with two or three letters. `zh-cn` and `zh-tw` are
allowed for Chinese; other regions are not.

## Why it matters

Google cannot tell in which edition to show the article.

## How to fix it

Write the language alone: `en`, not `en-GB`.

## Example

### A region, a word, and what is allowed

`entry_news`

| url | publication_language |
|---|---|
| https://example.com/p | en-GB |
| https://example.com/q | xx |
| https://example.com/r | zh-tw |
| https://example.com/t | deu |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | en-GB (malformed) | a language such as en, or zh-cn, zh-tw |
| https://example.com/q | https://example.com/sitemap.xml | xx (unknown-language) | a language such as en, or zh-cn, zh-tw |
*/
WITH languages AS (
    SELECT
        url_key,
        LOWER(SPLIT_PART(TRIM(lang), '-', 1)) AS language
    FROM page_states
    WHERE lang_problem IS NULL AND TRIM(lang) <> ''
),

invalid AS (
    SELECT
        url,
        url_key,
        sitemap_url,
        line,
        publication_language,
        language_problem,
        LOWER(REGEXP_EXTRACT(publication_language, '^\s*([A-Za-z]{2,3})[-_]', 1)) AS language
    FROM entry_news
    WHERE language_problem <> 'empty'
)

SELECT
    invalid.url,
    invalid.sitemap_url,
    invalid.line,
    CONCAT(invalid.publication_language, ' (', invalid.language_problem, ')') AS observed,
    'a language such as en, or zh-cn, zh-tw' AS expected,
    CASE WHEN languages.url_key IS NOT NULL THEN invalid.sitemap_url END AS change_url,
    'replace' AS action,
    'news' AS place,
    CONCAT('language: ', invalid.publication_language) AS "from",
    CONCAT('language: ', invalid.language) AS "to"
FROM invalid
LEFT JOIN languages
    ON
        invalid.url_key = languages.url_key
        AND invalid.language = languages.language
        AND invalid.language_problem = 'malformed'

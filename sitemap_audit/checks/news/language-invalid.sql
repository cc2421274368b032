/*
---
severity: error
cause: has an invalid <news:language>
confidence: high
basis: documented
engines: [google]
needs: [entry_news]
over: entry_news
when: "publication_language IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# Invalid <news:language>

## What it finds

A `<news:language>` that is not a language code of ISO 639 with two or three letters. Regions are
not allowed, except `zh-cn` and `zh-tw` for Chinese.

## Why it matters

Google requires an ISO 639 code. With another value it cannot take the language of the article from
the sitemap.

## How to fix it

Write the language code without a region, `en` instead of `en-GB`, in the news sitemap generator or
the settings of the plugin.

## Example

### Code with a region, unknown code, valid codes

`entry_news`

| url | publication_language |
|---|---|
| https://example.com/p | en-GB |
| https://example.com/q | xx |
| https://example.com/r | zh-tw |
| https://example.com/t | deu |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | en-GB | ISO 639 code without a region | Remove the region |
| https://example.com/q | https://example.com/sitemap.xml | xx | ISO 639 code with two or three letters | Use the language code of the article |
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
    invalid.publication_language AS observed,
    CASE
        WHEN invalid.language <> '' THEN 'ISO 639 code without a region'
        ELSE 'ISO 639 code with two or three letters'
    END AS expected,
    CASE
        WHEN languages.url_key IS NOT NULL THEN CONCAT('Use ', invalid.language)
        WHEN invalid.language <> '' THEN 'Remove the region'
        ELSE 'Use the language code of the article'
    END AS fix,
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

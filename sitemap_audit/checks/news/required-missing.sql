/*
---
severity: error
cause: lacks a required news element
confidence: high
basis: documented
engines: [google]
known_as:
  Google Search Console: ["Missing <publication> tag"]
needs: [entry_news]
over: entry_news
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Required news element missing

## What it finds

A `<news:news>` without `<news:name>`, `<news:language>`, `<news:publication_date>` or
`<news:title>`. An empty element counts as missing, and so does one of another name (`<news:date>`).

## Why it matters

Google requires all four elements and may not treat the article as news without them. Search Console
reports the missing element, for example "Missing `<publication>` tag".

## How to fix it

Add the missing elements in the news sitemap template or in the settings of the plugin.
`<news:name>` and `<news:language>` belong into `<news:publication>`.

## Example

### Name and title missing

`entry_news`

| url | publication_name | publication_language | publication_date | title |
|---|---|---|---|---|
| https://example.com/p | | en | 2026-01-15 | "" |
| https://example.com/q | Leaf | en | 2026-01-15 | A |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | Missing: <news:name>, <news:title> | All required elements | Add <news:name>, <news:title> |
*/
WITH missing AS (
    SELECT
        url,
        sitemap_url,
        line,
        misnamed,
        COALESCE(misnamed, '') AS meant,
        elements LIKE '% name %' OR elements LIKE '% language %' AS is_outside,
        CASE
            WHEN NOT REGEXP_MATCHES(COALESCE(publication_name, ''), '\S') THEN '<news:name>'
        END AS name,
        CASE
            WHEN NOT REGEXP_MATCHES(COALESCE(publication_language, ''), '\S')
                THEN '<news:language>'
        END AS language,
        CASE
            WHEN NOT REGEXP_MATCHES(COALESCE(publication_date, ''), '\S')
                THEN '<news:publication_date>'
        END AS date,
        CASE WHEN NOT REGEXP_MATCHES(COALESCE(title, ''), '\S') THEN '<news:title>' END AS title
    FROM entry_news
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT('Missing: ', CONCAT_WS(', ', name, language, date, title)) AS observed,
    'All required elements' AS expected,
    CONCAT_WS(
        '. ',
        'Replace ' || REPLACE(misnamed, ' → ', ' with '),
        CASE
            WHEN is_outside AND COALESCE(name, language) IS NOT NULL
                THEN 'Move <news:name> and <news:language> into <news:publication>'
        END,
        'Add ' || NULLIF(
            CONCAT_WS(
                ', ',
                CASE
                    WHEN
                        NOT is_outside
                        AND NOT REGEXP_MATCHES(meant, '→ <([^:>]+:)?(name|publication)>')
                        THEN name
                END,
                CASE
                    WHEN
                        NOT is_outside
                        AND NOT REGEXP_MATCHES(meant, '→ <([^:>]+:)?(language|publication)>')
                        THEN language
                END,
                CASE
                    WHEN NOT REGEXP_MATCHES(meant, '→ <([^:>]+:)?publication_date>')
                        THEN date
                END,
                CASE
                    WHEN NOT REGEXP_MATCHES(meant, '→ <([^:>]+:)?title>')
                        THEN title
                END
            ),
            ''
        )
    ) AS fix
FROM missing
WHERE COALESCE(name, language, date, title) IS NOT NULL

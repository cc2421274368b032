/*
---
severity: warning
cause: has another publication name than other articles
confidence: medium
basis: documented
engines: [google]
needs: [entry_news]
over: entry_news
when: "TRIM(publication_name) <> ''"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# Inconsistent publication name in news sitemap

## What it finds

A `<news:name>` that differs from the most frequent one of the same host and language, or that ends
with text in parentheses.

## Why it matters

Google requires the name exactly as it appears on news.google.com, without anything in parentheses.
With several names, Google may not match all articles to one publication.

## How to fix it

Set one publication name in the news sitemap plugin, exactly as it appears on news.google.com.
Remove additions in parentheses.

## Example

### Another spelling, text in parentheses

`entry_news`

| url | publication_name | publication_language |
|---|---|---|
| https://example.com/p | Leaf & Kettle | en |
| https://example.com/q | Leaf & Kettle | en |
| https://example.com/r | Leaf and Kettle | en |
| https://example.com/t | Leaf & Kettle (subscription) | en |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/r | https://example.com/sitemap.xml | Leaf and Kettle | Leaf & Kettle | Use Leaf & Kettle | https://example.com/sitemap.xml | replace | news | name: Leaf and Kettle | name: Leaf & Kettle |
| https://example.com/t | https://example.com/sitemap.xml | Leaf & Kettle (subscription) | Leaf & Kettle | Use Leaf & Kettle | https://example.com/sitemap.xml | replace | news | name: Leaf & Kettle (subscription) | name: Leaf & Kettle |

### A different name in each language

`entry_news`

| url | publication_name | publication_language |
|---|---|---|
| https://example.com/p | Leaf | en |
| https://example.com/q | Blatt | de |

finds:

nothing
*/
WITH written AS (
    SELECT
        url,
        sitemap_url,
        line,
        SPLIT_PART(url, '/', 3) AS host,
        LOWER(TRIM(publication_language)) AS language,
        REGEXP_REPLACE(publication_name, '^\s+|\s+$', '', 'g') AS name
    FROM entry_news
    WHERE url IS NOT NULL AND REGEXP_MATCHES(publication_name, '\S')
),

names AS (
    SELECT
        host,
        language,
        REGEXP_REPLACE(name, '\s*[(][^)]*[)]$', '') AS bare_name,
        COUNT(*) AS entries
    FROM written
    GROUP BY host, language, bare_name
),

ranked AS (
    SELECT
        host,
        language,
        bare_name,
        ROW_NUMBER() OVER (
            PARTITION BY host, language ORDER BY entries DESC, bare_name ASC
        ) AS place
    FROM names
)

SELECT
    written.url,
    written.sitemap_url,
    written.line,
    written.name AS observed,
    ranked.bare_name AS expected,
    CONCAT('Use ', ranked.bare_name) AS fix,
    written.sitemap_url AS change_url,
    'replace' AS action,
    'news' AS place,
    CONCAT('name: ', written.name) AS "from",
    CONCAT('name: ', ranked.bare_name) AS "to"
FROM written
INNER JOIN ranked
    ON
        written.host = ranked.host
        AND COALESCE(written.language, '') = COALESCE(ranked.language, '')
WHERE ranked.place = 1 AND written.name <> ranked.bare_name

/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [news-name-inconsistent]
needs: [entry_news]
over: entry_news
when: "TRIM(publication_name) <> ''"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# Name of the publication that differs

## What it finds

A publication's name that differs from the commonest one of the same host and language, or that ends
in something in brackets.

## Why it matters

The name must be exactly the one under which the publication stands at Google News, without what
stands there in brackets.

## How to fix it

Write the same name everywhere.

## Example

### Another spelling, and brackets

`entry_news`

| url | publication_name | publication_language |
|---|---|---|
| https://example.com/p | Leaf & Kettle | en |
| https://example.com/q | Leaf & Kettle | en |
| https://example.com/r | Leaf and Kettle | en |
| https://example.com/t | Leaf & Kettle (subscription) | en |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/r | https://example.com/sitemap.xml | Leaf and Kettle | Leaf & Kettle |
| https://example.com/t | https://example.com/sitemap.xml | Leaf & Kettle (subscription) | Leaf & Kettle |

### Another language may have another name

`entry_news`

| url | publication_name | publication_language |
|---|---|---|
| https://example.com/p | Leaf | en |
| https://example.com/q | Blatt | de |

finds:

nothing
*/
WITH names AS (
    SELECT
        url,
        sitemap_url,
        line,
        TRIM(publication_name) AS name,
        REGEXP_REPLACE(TRIM(publication_name), '\s*[(][^)]*[)]$', '') AS bare_name,
        COUNT(*) OVER (
            PARTITION BY
                SPLIT_PART(url, '/', 3),
                LOWER(TRIM(publication_language)),
                REGEXP_REPLACE(TRIM(publication_name), '\s*[(][^)]*[)]$', '')
        ) AS entries
    FROM entry_news
    WHERE TRIM(publication_name) <> '' AND url IS NOT NULL
),

languages AS (
    SELECT DISTINCT
        url,
        LOWER(TRIM(publication_language)) AS language
    FROM entry_news
),

compared AS (
    SELECT
        names.url,
        names.sitemap_url,
        names.line,
        names.name,
        FIRST_VALUE(names.bare_name) OVER (
            PARTITION BY SPLIT_PART(names.url, '/', 3), languages.language
            ORDER BY names.entries DESC, names.bare_name ASC
        ) AS usual_name
    FROM names
    INNER JOIN languages ON names.url = languages.url
)

SELECT
    url,
    sitemap_url,
    line,
    name AS observed,
    usual_name AS expected
FROM compared
WHERE name <> usual_name

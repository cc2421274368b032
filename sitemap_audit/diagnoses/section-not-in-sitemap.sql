/*
---
explains:
  - links/directory-not-listed
  - links/not-in-sitemap
  - links/canonical-not-in-sitemap
  - hreflang/alternate-not-in-sitemap
  - search/clicks-not-in-sitemap
  - search/indexed-not-in-sitemap
certainty: certain
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Section in no sitemap

## What it finds

At least three pages of a directory belong into a sitemap, by internal links (`--crawl`), hreflang
annotations or imported lists, and the sitemaps list none of the directory, or at most one of five.
It is the first directory of the path, behind that of a language, of all languages of which that is
so; or the directory of the language, if none of its pages is listed.

## Why it matters

The sitemap generator does not know the section. Search engines find its pages by links alone, so
later.

## How to fix it

Add the section to the sitemap generator, or list its own sitemap in the sitemap index.

## Example

### A blog that is not listed

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/en/shop/a |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.com/en/shop/a |
| https://example.com/ | https://example.com/en/shop/b |
| https://example.com/ | https://example.com/en/blog/a |
| https://example.com/ | https://example.com/en/blog/b |
| https://example.com/ | https://example.com/en/blog/c |
| https://example.com/ | https://example.com/en/blog/d |
| https://example.com/ | https://example.com/en/blog/e |
| https://example.com/ | https://example.com/en/blog/f |
| https://example.com/ | https://example.com/en/blog/g |
| https://example.com/ | https://example.com/en/blog/h |
| https://example.com/ | https://example.com/en/blog/i |
| https://example.com/ | https://example.com/en/blog/j |

`pages`

| url | role |
|---|---|
| https://example.com/ | home |
| https://example.com/en/shop/a | listed |
| https://example.com/en/shop/b | linked |
| https://example.com/en/blog/a | linked |
| https://example.com/en/blog/b | linked |
| https://example.com/en/blog/c | linked |
| https://example.com/en/blog/d | linked |
| https://example.com/en/blog/e | linked |
| https://example.com/en/blog/f | linked |
| https://example.com/en/blog/g | linked |
| https://example.com/en/blog/h | linked |
| https://example.com/en/blog/i | linked |
| https://example.com/en/blog/j | linked |

finds:

| subject | statement | correction | where | findings | urls |
|---|---|---|---|---|---|
| https://example.com/en/blog/ | https://example.com/en/blog/ (10 pages) is in no sitemap | Add https://example.com/en/blog/ to the sitemap generator | sitemap generator | 11 | 10 |

### A language, by hreflang

`entries`

| loc |
|---|
| https://example.com/en/a |
| https://example.com/en/b |
| https://example.com/en/c |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/en/a | en | https://example.com/en/a |
| https://example.com/en/a | de | https://example.com/de/a |
| https://example.com/en/b | en | https://example.com/en/b |
| https://example.com/en/b | de | https://example.com/de/b |
| https://example.com/en/c | en | https://example.com/en/c |
| https://example.com/en/c | de | https://example.com/de/c |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/en/a |
| https://example.com/de/b | de | https://example.com/de/b |
| https://example.com/de/b | en | https://example.com/en/b |
| https://example.com/de/c | de | https://example.com/de/c |
| https://example.com/de/c | en | https://example.com/en/c |

finds:

| subject | statement | correction | where | findings | urls |
|---|---|---|---|---|---|
| https://example.com/de/ | https://example.com/de/ (3 pages) is in no sitemap | Add https://example.com/de/ to the sitemap generator | sitemap generator | 3 | 3 |

### The blogs of two languages of three

`entries`

| loc |
|---|
| https://example.com/de/shop/a |
| https://example.com/en/shop/a |
| https://example.com/fr/shop/a |
| https://example.com/en/blog/a |
| https://example.com/en/blog/b |
| https://example.com/en/blog/c |

`outlinks`

| url | target |
|---|---|
| https://example.com/de/shop/a | https://example.com/de/blog/a |
| https://example.com/de/shop/a | https://example.com/de/blog/b |
| https://example.com/de/shop/a | https://example.com/de/blog/c |
| https://example.com/fr/shop/a | https://example.com/fr/blog/a |
| https://example.com/fr/shop/a | https://example.com/fr/blog/b |
| https://example.com/fr/shop/a | https://example.com/fr/blog/c |

`pages`

| url | role |
|---|---|
| https://example.com/de/shop/a | listed |
| https://example.com/en/shop/a | listed |
| https://example.com/fr/shop/a | listed |
| https://example.com/de/blog/a | linked |
| https://example.com/de/blog/b | linked |
| https://example.com/de/blog/c | linked |
| https://example.com/fr/blog/a | linked |
| https://example.com/fr/blog/b | linked |
| https://example.com/fr/blog/c | linked |

finds:

| subject | statement | correction | where | urls |
|---|---|---|---|---|
| https://example.com/{de,fr}/blog/ | https://example.com/{de,fr}/blog/ (6 pages) is in no sitemap | Add https://example.com/{de,fr}/blog/ to the sitemap generator | sitemap generator | 6 |
*/
WITH missing AS (
    SELECT
        finding_id,
        url,
        NULLIF(REGEXP_EXTRACT(url, '^https?://[^/]+/[a-z]{2}([-_][A-Za-z]{2})?/'), '')
            AS "language",
        REGEXP_EXTRACT(url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?[^/?]+/') AS directory,
        "check" <> 'links/directory-not-listed' AS is_page
    FROM findings
    WHERE
        "check" IN (
            'links/directory-not-listed', 'links/not-in-sitemap',
            'links/canonical-not-in-sitemap', 'hreflang/alternate-not-in-sitemap',
            'search/clicks-not-in-sitemap', 'search/indexed-not-in-sitemap'
        )
),

sections AS (
    SELECT
        TRUE AS is_language,
        "language" AS "section",
        COUNT(DISTINCT url) AS pages
    FROM missing
    WHERE is_page AND "language" IS NOT NULL
    GROUP BY "language"
    HAVING COUNT(DISTINCT url) >= 3 AND MIN(directory) < MAX(directory)
    UNION ALL
    SELECT
        FALSE AS is_language,
        directory AS "section",
        COUNT(DISTINCT url) AS pages
    FROM missing
    WHERE is_page AND directory <> ''
    GROUP BY directory
    HAVING COUNT(DISTINCT url) >= 3
),

listed_of AS (
    SELECT
        NULLIF(REGEXP_EXTRACT(url, '^https?://[^/]+/[a-z]{2}([-_][A-Za-z]{2})?/'), '')
            AS "language",
        REGEXP_EXTRACT(url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?[^/?]+/') AS directory
    FROM listed
),

shares AS (
    SELECT
        TRUE AS is_language,
        "language" AS "section",
        COUNT(*) AS pages
    FROM listed_of
    GROUP BY "language"
    UNION ALL
    SELECT
        FALSE AS is_language,
        directory AS "section",
        COUNT(*) AS pages
    FROM listed_of
    GROUP BY directory
),

unlisted AS (
    SELECT
        sections.is_language,
        sections."section",
        sections.pages,
        COALESCE(shares.pages, 0) AS listed
    FROM sections
    LEFT JOIN shares
        ON
            sections.is_language = shares.is_language
            AND sections."section" = shares."section"
    WHERE
        CASE
            WHEN sections.is_language THEN shares.pages IS NULL
            ELSE COALESCE(shares.pages, 0) * 4 <= sections.pages
        END
),

languages AS (
    SELECT DISTINCT
        directory,
        "language",
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
    FROM missing
    WHERE directory <> ''
),

-- The languages of a section are one.
parts AS (
    SELECT
        unlisted.is_language,
        unlisted."section",
        unlisted.pages,
        unlisted.listed,
        SPLIT_PART(found."language", '/', 4) AS code,
        COALESCE(
            REPLACE(unlisted."section", found."language", CONCAT(found.origin, '/{lang}/')),
            unlisted."section"
        ) AS area
    FROM unlisted
    LEFT JOIN languages AS found
        ON unlisted."section" = found.directory AND NOT unlisted.is_language
),

codes AS (
    SELECT COUNT(DISTINCT SPLIT_PART("language", '/', 4)) AS codes
    FROM listed_of
    WHERE "language" IS NOT NULL
),

areas AS (
    SELECT
        parts.is_language,
        parts.area,
        SUM(parts.listed) AS listed,
        SUM(parts.pages + parts.listed) AS total,
        CASE
            WHEN COUNT(*) = 1 THEN MIN(parts."section")
            WHEN COUNT(*) >= MAX(codes.codes) THEN parts.area
            ELSE REPLACE(
                parts.area,
                '{lang}',
                CONCAT('{', STRING_AGG(parts.code, ',' ORDER BY parts.code), '}')
            )
        END AS name
    FROM parts
    CROSS JOIN codes
    GROUP BY parts.is_language, parts.area
),

chosen AS (
    SELECT
        missing.finding_id,
        CASE WHEN missing.is_page THEN missing.url END AS url,
        COALESCE(of_language.area, of_directory.area) AS area,
        of_language.area IS NOT NULL AS is_language
    FROM missing
    LEFT JOIN parts AS of_language
        ON of_language.is_language AND missing."language" = of_language."section"
    LEFT JOIN parts AS of_directory
        ON NOT of_directory.is_language AND missing.directory = of_directory."section"
)

SELECT
    chosen.finding_id,
    COALESCE(chosen.url, MIN(chosen.url) OVER (PARTITION BY chosen.area)) AS url,
    areas.name AS subject,
    areas.total,
    CASE
        WHEN areas.listed = 0 THEN CONCAT(areas.name, ' ({pages}) is in no sitemap')
        ELSE CONCAT('{share} pages of ', areas.name, ' are in no sitemap')
    END AS statement,
    CONCAT('Add ', areas.name, ' to the sitemap generator') AS correction,
    'sitemap generator' AS "where"
FROM chosen
INNER JOIN areas ON chosen.is_language = areas.is_language AND chosen.area = areas.area

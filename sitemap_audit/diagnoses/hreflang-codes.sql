/*
---
explains: [hreflang/invalid-code, hreflang/doubtful-code]
certainty: certain
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Wrong hreflang codes in a template

## What it finds

The pages or the sitemaps of a site have several hreflang codes that are wrong, or one in several
annotations.

## Why it matters

One template, plugin or generator writes all of them. Corrected there, every annotation is right.

## How to fix it

Replace the codes in the template or plugin that writes them, or in the sitemap generator.

## Example

### An underscore in all codes, and one of them twice

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/b |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de_DE | https://example.com/de |
| https://example.com/ | en_UK | https://example.com/en |
| https://example.com/ | xx | https://example.com/xx |
| https://example.com/b | de_DE | https://example.com/de/b |

finds:

| subject | statement | correction | where | findings |
|---|---|---|---|---|
| https://example.com, pages | 3 hreflang codes in pages of https://example.com are wrong (de_DE, en_UK, xx): 2 URLs | In the template, write de-DE for de_DE, en-GB for en_UK; correct xx | template | 4 |

### In the sitemap

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | en_GB | https://example.com/ |
| https://example.com/b | en_GB | https://example.com/b |

finds:

| subject | statement | correction | where | findings |
|---|---|---|---|---|
| https://example.com, sitemaps | The hreflang code en_GB in sitemaps of https://example.com is wrong: 2 URLs | In the sitemap generator, write en-GB for en_GB | sitemap generator | 2 |

### One annotation

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | en_GB | https://example.com/ |

finds:

nothing
*/
WITH sources AS (
    SELECT
        url,
        alternate,
        LEFT(hreflang, 40) AS code,
        MIN(CASE source WHEN 'sitemap' THEN 'sitemaps' ELSE 'pages' END) AS place
    FROM hreflang_faults
    GROUP BY url, alternate, LEFT(hreflang, 40)
),

wrong AS (
    SELECT
        found.finding_id,
        found.url,
        CONCAT(SPLIT_PART(found.url, '/', 1), '//', SPLIT_PART(found.url, '/', 3)) AS origin,
        COALESCE(sources.place, 'pages') AS place,
        found.kind AS code,
        found."to" AS wanted
    FROM findings AS found
    LEFT JOIN sources
        ON
            found.url = sources.url
            AND found.related_url IS NOT DISTINCT FROM sources.alternate
            AND found.kind = sources.code
    WHERE
        found."check" IN ('hreflang/invalid-code', 'hreflang/doubtful-code')
        AND found.kind IS NOT NULL
        AND found.kind <> ''
),

codes AS (
    SELECT
        origin,
        place,
        code,
        MIN(wanted) AS wanted,
        ROW_NUMBER() OVER (PARTITION BY origin, place ORDER BY COUNT(*) DESC, code) AS number
    FROM wrong
    GROUP BY origin, place, code
),

written AS (
    SELECT
        origin,
        place,
        COUNT(*) AS codes,
        STRING_AGG(CASE WHEN number <= 8 THEN code END, ', ' ORDER BY number) AS named,
        CASE
            WHEN COUNT(*) > 8 THEN CONCAT(' and ', FORMAT_NUMBER(COUNT(*) - 8, 0), ' more')
            ELSE ''
        END AS more,
        STRING_AGG(
            CASE WHEN number <= 8 AND wanted IS NOT NULL THEN CONCAT(wanted, ' for ', code) END,
            ', ' ORDER BY number
        ) AS known,
        STRING_AGG(
            CASE WHEN number <= 8 AND wanted IS NULL THEN code END, ', ' ORDER BY number
        ) AS others
    FROM codes
    GROUP BY origin, place
),

affected AS (
    SELECT
        origin,
        place,
        CONCAT(' ', place, ' of ', origin) AS at,
        CONCAT(
            FORMAT_NUMBER(COUNT(DISTINCT url), 0),
            CASE WHEN COUNT(DISTINCT url) = 1 THEN ' URL' ELSE ' URLs' END
        ) AS urls
    FROM wrong
    GROUP BY origin, place
    HAVING COUNT(*) > 1
)

SELECT
    wrong.finding_id,
    CONCAT(wrong.origin, ', ', wrong.place) AS subject,
    CASE
        WHEN written.codes = 1
            THEN CONCAT(
                'The hreflang code ', written.named, ' in', affected.at, ' is wrong: ',
                affected.urls
            )
        ELSE CONCAT(
            FORMAT_NUMBER(written.codes, 0), ' hreflang codes in', affected.at, ' are wrong (',
            written.named, written.more, '): ', affected.urls
        )
    END AS statement,
    CONCAT(
        CASE wrong.place
            WHEN 'pages' THEN 'In the template, '
            ELSE 'In the sitemap generator, '
        END,
        COALESCE('write ' || written.known, ''),
        CASE WHEN written.known IS NOT NULL AND written.others IS NOT NULL THEN '; ' ELSE '' END,
        COALESCE('correct ' || written.others, '')
    ) AS correction,
    CASE wrong.place
        WHEN 'pages' THEN 'template'
        ELSE 'sitemap generator'
    END AS "where"
FROM wrong
INNER JOIN affected ON wrong.origin = affected.origin AND wrong.place = affected.place
INNER JOIN written ON wrong.origin = written.origin AND wrong.place = written.place

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
annotations. If they are the same in pages and sitemaps, it is one cause.

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

### In pages and in sitemaps of two hosts

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/sitemap.xml | https://example.com/ |
| https://example.org/sitemap.xml | https://example.org/ |

`entry_alternates`

| sitemap_url | url | hreflang | href |
|---|---|---|---|
| https://example.com/sitemap.xml | https://example.com/ | xx | https://example.com/xx |
| https://example.com/sitemap.xml | https://example.com/ | de_DE | https://example.com/ |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | xx | https://example.com/xx |
| https://example.com/ | de_DE | https://example.com/ |
| https://example.org/ | de_DE | https://example.org/ |

finds:

| subject | statement | correction | where | findings |
|---|---|---|---|---|
| 2 hosts, pages and sitemaps | 2 hreflang codes in pages and sitemaps of 2 hosts are wrong (de_DE, xx): 2 URLs | In the template and the sitemap generator, write de-DE for de_DE; correct xx | template | 4 |

### One annotation

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | en_GB | https://example.com/ |

finds:

nothing
*/
WITH annotations AS (
    SELECT
        found.finding_id,
        found.url,
        CONCAT(SPLIT_PART(found.url, '/', 1), '//', SPLIT_PART(found.url, '/', 3)) AS origin,
        CASE fault.source WHEN 'sitemap' THEN 'sitemaps' ELSE 'pages' END AS place,
        COALESCE(NULLIF(found.kind, ''), '""') AS code,
        found."to" AS wanted,
        CASE
            WHEN found.change_url = found.url THEN 'pages'
            WHEN found.change_url IS NOT NULL THEN 'sitemaps'
        END AS change_place
    FROM findings AS found
    INNER JOIN hreflang_faults AS fault
        ON
            found.url = fault.url
            AND found.related_url IS NOT DISTINCT FROM fault.alternate
            AND COALESCE(found.kind, '') = LEFT(COALESCE(fault.hreflang, ''), 40)
    WHERE found."check" IN ('hreflang/invalid-code', 'hreflang/doubtful-code')
),

-- One cause of pages and sitemaps, if the same codes are wrong in both.
in_both AS (
    SELECT
        CASE
            WHEN
                COUNT(DISTINCT CASE place WHEN 'pages' THEN code END) = COUNT(DISTINCT code)
                AND COUNT(DISTINCT CASE place WHEN 'sitemaps' THEN code END)
                = COUNT(DISTINCT code)
                THEN 'pages and sitemaps'
        END AS place
    FROM annotations
),

wrong AS (
    SELECT
        annotations.finding_id,
        annotations.origin,
        annotations.code,
        annotations.wanted,
        COALESCE(in_both.place, annotations.place) AS place,
        COALESCE(in_both.place, annotations.change_place) AS change_place
    FROM annotations
    CROSS JOIN in_both
),

placed AS (
    SELECT
        finding_id,
        COALESCE(MIN(change_place), MIN(place)) AS place
    FROM wrong
    GROUP BY finding_id
),

codes AS (
    SELECT
        place,
        code,
        MIN(wanted) AS wanted,
        ROW_NUMBER() OVER (PARTITION BY place ORDER BY COUNT(*) DESC, code) AS number
    FROM wrong
    GROUP BY place, code
),

written AS (
    SELECT
        place,
        COUNT(*) AS codes,
        STRING_AGG(CASE WHEN number <= 8 THEN code END, ', ' ORDER BY number) AS named,
        CASE
            WHEN COUNT(*) > 8 THEN CONCAT(' and ', FORMAT_NUMBER(COUNT(*) - 8, 0), ' more')
            ELSE ''
        END AS more,
        STRING_AGG(
            CASE WHEN number <= 20 AND wanted IS NOT NULL THEN CONCAT(wanted, ' for ', code) END,
            ', ' ORDER BY number
        ) AS known,
        STRING_AGG(
            CASE WHEN number <= 20 AND wanted IS NULL THEN code END, ', ' ORDER BY number
        ) AS others
    FROM codes
    GROUP BY place
),

affected AS (
    SELECT
        place,
        CASE
            WHEN COUNT(DISTINCT origin) = 1 THEN MIN(origin)
            ELSE CONCAT(FORMAT_NUMBER(COUNT(DISTINCT origin), 0), ' hosts')
        END AS hosts
    FROM wrong
    GROUP BY place
    HAVING COUNT(*) > 1
)

SELECT
    placed.finding_id,
    CONCAT(affected.hosts, ', ', placed.place) AS subject,
    CASE
        WHEN written.codes = 1
            THEN CONCAT(
                'The hreflang code ', written.named, ' in ', placed.place, ' of ', affected.hosts,
                ' is wrong: {URLs}'
            )
        ELSE CONCAT(
            FORMAT_NUMBER(written.codes, 0), ' hreflang codes in ', placed.place, ' of ',
            affected.hosts, ' are wrong (', written.named, written.more, '): {URLs}'
        )
    END AS statement,
    CONCAT(
        CASE placed.place
            WHEN 'pages' THEN 'In the template, '
            WHEN 'sitemaps' THEN 'In the sitemap generator, '
            ELSE 'In the template and the sitemap generator, '
        END,
        COALESCE('write ' || written.known, ''),
        CASE WHEN written.known IS NOT NULL AND written.others IS NOT NULL THEN '; ' ELSE '' END,
        COALESCE('correct ' || written.others, '')
    ) AS correction,
    CASE placed.place
        WHEN 'sitemaps' THEN 'sitemap generator'
        ELSE 'template'
    END AS "where"
FROM placed
INNER JOIN affected ON placed.place = affected.place
INNER JOIN written ON placed.place = written.place

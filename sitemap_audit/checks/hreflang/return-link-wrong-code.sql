/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-return-wrong-code]
known_as:
  Screaming Frog: ["Hreflang: Inconsistent Language & Region Return Links"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
when: "source_fault IS NULL AND target_fault IS NULL AND code <> 'x-default'"
unknown: "has_return IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang code that the alternate does not give itself

## What it finds

A listed page and an alternate name each other, but the page gives the alternate a code that the
alternate does not give itself.

## Why it matters

Search engines get two statements about one page's language or region, and may ignore both.

## How to fix it

Let every page of the set use the same code for the same page: the one the page gives itself, if
that is right.

## Example

### A language where the page names a region

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/at/a |
| https://example.com/at/a | de-AT | https://example.com/at/a |
| https://example.com/at/a | en | https://example.com/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/at/a | called de | de-AT, as it calls itself | de-AT | https://example.com/a | replace | hreflang | de https://example.com/at/a | de-AT https://example.com/at/a |

### One of several codes agrees; a page that does not name itself

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | de-DE | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/de/a | de-DE | https://example.com/de/a |
| https://example.com/de/a | de-AT | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/fr/a | en | https://example.com/a |

finds:

nothing
*/
WITH found AS (
    SELECT
        pair.url_key,
        pair.alternate_key,
        pair.code,
        pair.target_code
    FROM hreflang_pairs AS pair
    WHERE
        pair.source_fault IS NULL
        AND pair.target_fault IS NULL
        AND pair.code <> 'x-default'
        AND pair.has_return
        AND NOT pair.code_agrees
),

own AS (
    SELECT
        link.url_key,
        COUNT(DISTINCT link.code) AS codes
    FROM hreflang_links AS link
    SEMI JOIN found ON link.url_key = found.alternate_key
    WHERE link.url_key = link.alternate_key AND link.code <> 'x-default'
    GROUP BY link.url_key
),

written AS (
    SELECT
        link.url_key,
        link.alternate_key,
        link.code,
        link.sitemap_url AS place_url,
        link.hreflang,
        link.href
    FROM entry_alternates AS link
    SEMI JOIN found ON link.url_key = found.url_key AND link.alternate_key = found.alternate_key
    UNION ALL
    SELECT
        link.url_key,
        link.alternate_key,
        link.code,
        link.url AS place_url,
        link.hreflang,
        link.href
    FROM page_alternates AS link
    SEMI JOIN found ON link.url_key = found.url_key AND link.alternate_key = found.alternate_key
    WHERE link.source IN ('html', 'header') AND link.in_head
),

taken AS (
    SELECT DISTINCT
        link.url_key,
        link.code
    FROM hreflang_links AS link
    SEMI JOIN found ON link.url_key = found.url_key AND link.code = found.target_code
),

places AS (
    SELECT
        url_key,
        alternate_key,
        MIN(place_url) AS place_url,
        MIN(hreflang) AS hreflang,
        MIN(href) AS href
    FROM written
    WHERE code <> 'x-default'
    GROUP BY url_key, alternate_key
    HAVING COUNT(*) = 1
)

SELECT
    listed.url,
    listed.sitemap_url,
    target.url AS related_url,
    listed.line,
    CONCAT('called ', found.code, listed.via) AS observed,
    CASE
        WHEN own.codes = 1 THEN CONCAT(found.target_code, ', as it calls itself')
        ELSE
            CONCAT(
                'one of the ', own.codes, ' codes that it gives itself, such as ', found.target_code
            )
    END AS expected,
    CASE WHEN own.codes = 1 THEN found.target_code END AS fix,
    CASE WHEN own.codes = 1 AND taken.url_key IS NULL THEN places.place_url END AS change_url,
    'replace' AS action,
    'hreflang' AS place,
    CONCAT(places.hreflang, ' ', places.href) AS "from",
    CONCAT(found.target_code, ' ', places.href) AS "to"
FROM found
INNER JOIN own ON found.alternate_key = own.url_key
INNER JOIN hreflang_pages AS listed ON found.url_key = listed.url_key
INNER JOIN hreflang_urls AS target ON found.alternate_key = target.url_key
LEFT JOIN places
    ON found.url_key = places.url_key AND found.alternate_key = places.alternate_key
LEFT JOIN taken ON found.url_key = taken.url_key AND found.target_code = taken.code

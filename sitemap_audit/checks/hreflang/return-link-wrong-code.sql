/*
---
severity: error
cause: has a return link {back} with another hreflang code
confidence: high
basis: documented
engines: [google]
known_as:
  Screaming Frog: ["Hreflang: Inconsistent Language & Region Return Links"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
tag: hreflang
when: "source_fault IS NULL AND target_fault IS NULL AND code <> 'x-default'"
unknown: "has_return IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Inconsistent hreflang code in return links

## What it finds

A listed page and an alternate annotate each other, but the code that the page uses for the
alternate is not the code of the alternate's self-referencing hreflang.

## Why it matters

Google gets two different codes for one URL and may ignore both annotations.

## How to fix it

Use the same code for the alternate on all pages of the set: correct it in the template or the
language settings of the translation plugin. Usually the self-referencing code is correct.

## Example

### de for a page with the code de-AT

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/at/a | hreflang de | de-AT (its self-referencing hreflang) | Use de-AT | https://example.com/a | replace | hreflang | de https://example.com/at/a | de-AT https://example.com/at/a |

### One of several codes matches; an alternate without self-referencing hreflang

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
        url_key,
        alternate_key,
        code,
        target_code
    FROM hreflang_pairs
    WHERE
        source_fault IS NULL
        AND target_fault IS NULL
        AND code <> 'x-default'
        AND has_return
        AND NOT code_agrees
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

taken AS (
    SELECT DISTINCT
        link.url_key,
        link.code
    FROM hreflang_links AS link
    SEMI JOIN found ON link.url_key = found.url_key AND link.code = found.target_code
)

SELECT
    listed.url,
    listed.sitemap_url,
    target.url AS related_url,
    listed.line,
    CONCAT('hreflang ', found.code, listed.via) AS observed,
    CASE
        WHEN own.codes = 1 THEN CONCAT(found.target_code, ' (its self-referencing hreflang)')
        ELSE
            CONCAT(
                'One of its ', own.codes, ' self-referencing codes, for example ', found.target_code
            )
    END AS expected,
    CASE
        WHEN own.codes = 1 THEN CONCAT('Use ', found.target_code)
        ELSE 'Use one of its self-referencing codes'
    END AS fix,
    CASE WHEN own.codes = 1 AND taken.url_key IS NULL THEN written.place_url END AS change_url,
    'replace' AS action,
    'hreflang' AS place,
    CONCAT(written.hreflang, ' ', written.href) AS "from",
    CONCAT(found.target_code, ' ', written.href) AS "to"
FROM found
INNER JOIN own ON found.alternate_key = own.url_key
INNER JOIN hreflang_pages AS listed ON found.url_key = listed.url_key
INNER JOIN hreflang_urls AS target ON found.alternate_key = target.url_key
LEFT JOIN hreflang_written AS written
    ON
        found.url_key = written.url_key
        AND found.alternate_key = written.alternate_key
        AND written.codes = 1
LEFT JOIN taken ON found.url_key = taken.url_key AND found.target_code = taken.code

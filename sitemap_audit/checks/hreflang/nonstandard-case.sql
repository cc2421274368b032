/*
---
severity: notice
cause: has an hreflang code in non-standard case
confidence: pedantic
basis: advisory
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang code in non-standard case

## What it finds

A valid hreflang code of a listed page is not in standard case: language in lower case, region in
upper case, script with an initial capital (`en-GB`, `zh-Hant-TW`). The finding shows the first such
code of the page.

## Why it matters

Google reads hreflang codes in any case. Other tools may compare them as text and miss a match.

## How to fix it

Write the code in standard case, in the template, CMS plugin or sitemap generator.

## Example

### Language in upper case, region in lower case

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | EN-gb | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | EN-gb | en-GB | Use en-GB | https://example.com/a | replace | hreflang-code | EN-gb | en-GB |

### Standard case, and an invalid code

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | zh-Hant-TW | https://example.com/a |
| https://example.com/a | X-YZ | https://example.com/b |
| https://example.com/a | x-default | https://example.com/a |

finds:

nothing
*/
WITH written AS (
    SELECT
        url_key,
        TRIM(hreflang) AS hreflang,
        code,
        alternate,
        url AS place_url
    FROM page_alternates
    WHERE
        code_problem IS NULL
        AND alternate_key IS NOT NULL
        AND source IN ('html', 'header')
        AND TRIM(hreflang) <> code
        AND LOWER(TRIM(hreflang)) = LOWER(code)
    UNION ALL
    SELECT
        url_key,
        TRIM(hreflang) AS hreflang,
        code,
        alternate,
        sitemap_url AS place_url
    FROM entry_alternates
    WHERE
        code_problem IS NULL
        AND alternate_key IS NOT NULL
        AND TRIM(hreflang) <> code
        AND LOWER(TRIM(hreflang)) = LOWER(code)
)

SELECT
    sets.url,
    sets.sitemap_url,
    MIN(written.alternate) AS related_url,
    sets.line,
    CONCAT(MIN(written.hreflang), sets.via) AS observed,
    MIN(written.code) AS expected,
    CONCAT('Use ', MIN(written.code)) AS fix,
    CASE WHEN MIN(written.place_url) = MAX(written.place_url) THEN MIN(written.place_url) END
        AS change_url,
    'replace' AS action,
    'hreflang-code' AS place,
    MIN(written.hreflang) AS "from",
    MIN(written.code) AS "to"
FROM written
INNER JOIN hreflang_sets AS sets ON written.url_key = sets.url_key
WHERE sets.judged AND sets.links > 0
GROUP BY sets.url, sets.sitemap_url, sets.line, sets.via

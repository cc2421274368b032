/*
---
severity: notice
cause: has hreflang for regions, but none for the language alone
confidence: pedantic
basis: documented
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged AND fault IS NULL AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang regions without generic language

## What it finds

A listed page has annotations for several regions of a language (`es-ES`, `es-MX`), but none for
the language alone (`es`) and no `x-default`.

## Why it matters

Google recommends a catch-all URL for searchers of the language in other regions. Without one,
search engines choose a regional page for them.

## How to fix it

Add a second annotation with the language alone to one of the regional pages, in the template or
the translation plugin. One URL may have several codes of one language.

## Example

### Spain and Mexico only

`entries`

| loc |
|---|
| https://example.com/es |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/es | es-ES | https://example.com/es |
| https://example.com/es | es-MX | https://example.com/mx |
| https://example.com/es | en | https://example.com/en |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/es | https://example.com/sitemap.xml | 2 regions of es, no generic es | es or x-default | Add hreflang="es" for one of these pages |

### With the language alone, with x-default, or with one region

`entries`

| loc |
|---|
| https://example.com/es |
| https://example.com/fr |
| https://example.com/de |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/es | es-ES | https://example.com/es |
| https://example.com/es | es-MX | https://example.com/mx |
| https://example.com/es | es | https://example.com/es |
| https://example.com/fr | fr-FR | https://example.com/fr |
| https://example.com/fr | fr-CA | https://example.com/ca |
| https://example.com/fr | x-default | https://example.com/ |
| https://example.com/de | de-AT | https://example.com/de |
| https://example.com/de | en | https://example.com/en |

finds:

nothing
*/
WITH regions AS (
    SELECT
        link.url_key,
        SPLIT_PART(link.code, '-', 1) AS code,
        COUNT(DISTINCT link.code) AS regions
    FROM hreflang_links AS link
    INNER JOIN hreflang_sets AS sets ON link.url_key = sets.url_key
    WHERE
        sets.judged
        AND sets.fault IS NULL
        AND NOT sets.has_default
        AND NOT sets.void_default
        AND REGEXP_EXTRACT(link.code, '-[A-Z][A-Z]$') <> ''
    GROUP BY link.url_key, SPLIT_PART(link.code, '-', 1)
    HAVING COUNT(DISTINCT link.code) > 1
)

SELECT
    sets.url,
    sets.sitemap_url,
    sets.line,
    CONCAT(regions.regions, ' regions of ', regions.code, ', no generic ', regions.code, sets.via)
        AS observed,
    CONCAT(regions.code, ' or x-default') AS expected,
    CONCAT('Add hreflang="', regions.code, '" for one of these pages') AS fix
FROM regions
INNER JOIN hreflang_sets AS sets ON regions.url_key = sets.url_key
LEFT JOIN hreflang_links AS generic
    ON regions.url_key = generic.url_key AND regions.code = generic.code
WHERE generic.url_key IS NULL

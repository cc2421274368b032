/*
---
severity: warning
cause: has hreflang in one tag with media or canonical
confidence: high
basis: documented
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Hreflang combined with media or canonical

## What it finds

An hreflang annotation of a listed page also has a `media` attribute, or also is `rel="canonical"`.

## Why it matters

Google says not to combine hreflang with attributes such as `media` in one `<link>`. Google also
ignores a canonical that has an `hreflang` attribute.

## How to fix it

Split the tag in the template or CMS plugin: one `<link>` for hreflang, one for the canonical or the
`media` alternate.

## Example

### Hreflang and canonical in one tag

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href | attributes | element |
|---|---|---|---|---|
| https://example.com/a | en | https://example.com/a | rel=canonical | <link rel="alternate canonical" hreflang="en" href="https://example.com/a"> |
| https://example.com/a | de | https://example.com/de/a | type | |
| https://example.com/a | fr | https://example.com/fr/a | | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | en with rel=canonical | Only rel="alternate", hreflang and href | Replace with <link rel="alternate" hreflang="en" href="https://example.com/a"> | https://example.com/a | replace | head | <link rel="alternate canonical" hreflang="en" href="https://example.com/a"> | <link rel="alternate" hreflang="en" href="https://example.com/a"> |
*/
SELECT DISTINCT
    url,
    sitemap_url,
    alternate AS related_url,
    line,
    CONCAT(hreflang, ' with ', REPLACE(attributes, ',', ', '), via) AS observed,
    'Only rel="alternate", hreflang and href' AS expected,
    CASE
        WHEN source = 'html' AND alternate IS NOT NULL AND code IS NOT NULL
            THEN CONCAT(
                'Replace with <link rel="alternate" hreflang="',
                code,
                '" href="',
                REPLACE(alternate, '&', '&amp;'),
                '">'
            )
        ELSE CONCAT('Remove ', REPLACE(attributes, ',', ', '), ' from the hreflang annotation')
    END AS fix,
    CASE
        WHEN source = 'html' AND alternate IS NOT NULL AND code IS NOT NULL THEN url
    END AS change_url,
    'replace' AS action,
    'head' AS place,
    element AS "from",
    CONCAT(
        '<link rel="alternate" hreflang="', code, '" href="', REPLACE(alternate, '&', '&amp;'), '">'
    ) AS "to"
FROM hreflang_faults
WHERE attributes LIKE '%media%' OR attributes LIKE '%canonical%'

/*
---
severity: error
cause: has hreflang {locales}, but the alternate has another canonical
confidence: high
basis: documented
engines: [google]
follows:
  - canonical/canonicalized
  - canonical/https-to-http
  - canonical/own-url-misspelled
  - canonical/target-client-error
  - canonical/target-redirects
known_as:
  Ahrefs: ["Hreflang to non-canonical"]
  Screaming Frog: ["Hreflang: Non-Canonical Return Links"]
  Sitebulb:
    - "International: Outgoing hreflang to canonicalized URLs"
    - "International: Canonicalized URL has incoming hreflang"
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
tag: hreflang
when: "source_fault IS NULL"
unknown: "NOT target_read"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Hreflang to non-canonical URL

## What it finds

A listed page has an hreflang annotation to an alternate that is canonicalized to another URL.

## Why it matters

Google indexes the canonical URL instead, and the annotation points to a URL that is not indexed.
Google asks for a canonical in the same language: an alternate canonicalized to another language
is treated as its duplicate.

## How to fix it

Use the same URL in hreflang and canonical. *Fix* says which is to be corrected in the template or the
translation plugin: hreflang, or the canonical of the alternate. A canonical in another language is
always wrong.

## Example

### With and without parameters

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | role | lang |
|---|---|---|
| https://example.com/a | listed | en |
| https://example.com/de/a?ref=hl | alternate | de |
| https://example.com/de/a | canonical | de |
| https://example.com/fr/a | alternate | fr |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a?ref=hl |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/de/a | en | https://example.com/a |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/de/a?ref=hl | https://example.com/de/a |
| https://example.com/fr/a | https://example.com/fr/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a?ref=hl | de: Canonicalized to https://example.com/de/a | de: https://example.com/de/a | Point hreflang to https://example.com/de/a | https://example.com/a | replace | hreflang-url | https://example.com/de/a?ref=hl | https://example.com/de/a |
*/
WITH judged AS (
    SELECT
        pair.url,
        pair.sitemap_url,
        pair.line,
        pair.via,
        pair.code,
        pair.alternate,
        pair.target_canonical AS canonical,
        pair.place_url,
        pair.href,
        CASE
            WHEN remedies.remedy IN ('name', 'mend', 'void') THEN remedies.remedy
            ELSE 'unknown'
        END AS remedy
    FROM hreflang_faulty_pairs AS pair
    INNER JOIN hreflang_remedies AS remedies
        ON pair.url_key = remedies.url_key AND pair.alternate_key = remedies.alternate_key
    WHERE pair.target_fault = 'canonicalised'
)

SELECT
    url,
    sitemap_url,
    alternate AS related_url,
    line,
    CONCAT(code, ': Canonicalized to ', canonical, via) AS observed,
    CASE remedy
        WHEN 'name' THEN CONCAT(code, ': ', canonical)
        ELSE 'Self-referencing canonical'
    END AS expected,
    CASE remedy
        WHEN 'name' THEN CONCAT('Point hreflang to ', canonical)
        WHEN 'void'
            THEN CONCAT(
                'Set a self-referencing canonical on ', alternate,
                ', or make its canonical URL indexable'
            )
        WHEN 'mend' THEN CONCAT('Set a self-referencing canonical on ', alternate)
        ELSE CONCAT(
            'Set a self-referencing canonical on ', alternate, ', or point hreflang to ', canonical
        )
    END AS fix,
    CASE remedy WHEN 'name' THEN place_url WHEN 'mend' THEN alternate END AS change_url,
    CASE WHEN remedy IN ('name', 'mend') THEN 'replace' END AS action,
    CASE remedy WHEN 'name' THEN 'hreflang-url' WHEN 'mend' THEN 'canonical' END AS place,
    CASE remedy WHEN 'name' THEN href WHEN 'mend' THEN canonical END AS "from",
    CASE remedy WHEN 'name' THEN canonical WHEN 'mend' THEN alternate END AS "to"
FROM judged

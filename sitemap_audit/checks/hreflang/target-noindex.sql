/*
---
severity: error
cause: has hreflang {locales}, but the alternate is noindex
confidence: high
basis: documented
engines: [google]
follows: [indexability/noindex]
known_as:
  Lumar: ["Non-Indexable Pages with Hreflangs In"]
  Screaming Frog: ["Hreflang: Noindex Return Links"]
  Sitebulb:
    - "International: Outgoing hreflang to noindex URLs"
    - "International: Noindex URL has incoming hreflang"
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
tag: hreflang
when: "source_fault IS NULL"
unknown: "NOT target_read"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
since: 0.1.0
---
# Hreflang to noindex URL

## What it finds

A listed page has an hreflang annotation to a non-indexable alternate: it has `noindex` or `none`
in the meta robots tag or the X-Robots-Tag header, or its `unavailable_after` date has passed.

## Why it matters

Google cannot use an annotation to a URL that it does not index. Searchers of that language get a
page in another language.

## How to fix it

Remove `noindex` from the alternate in the CMS or SEO plugin (Yoast, Rank Math), or remove its
annotation on all pages of the set.

## Example

### A noindex alternate

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | noindex | role |
|---|---|---|
| https://example.com/a | false | listed |
| https://example.com/de/a | true | alternate |
| https://example.com/fr/a | false | alternate |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | de: noindex | Indexable URL | Remove noindex from the alternate, or remove this hreflang annotation |
*/
SELECT
    pair.url,
    pair.sitemap_url,
    pair.alternate AS related_url,
    pair.line,
    CONCAT(CASE
        WHEN pages.noindex THEN CONCAT(pair.code, ': noindex')
        ELSE CONCAT(pair.code, ': unavailable_after: ', pages.unavailable_after)
    END, pair.via) AS observed,
    'Indexable URL' AS expected,
    'Remove noindex from the alternate, or remove this hreflang annotation' AS fix
FROM hreflang_faulty_pairs AS pair
INNER JOIN pages ON pair.alternate_key = pages.url_key
WHERE pair.target_fault = 'noindex'

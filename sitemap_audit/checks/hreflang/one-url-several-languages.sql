/*
---
severity: error
cause: has hreflang {locales}, but the alternate also has a code of another language
confidence: high
basis: inferred
engines: [google]
known_as:
  Audisto: ["Document linked twice or more"]
  Sitebulb: ["International: Conflicting outgoing hreflang"]
  hreflang.org: ["Same page for multiple languages"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_pairs
tag: hreflang
when: "source_fault IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Multiple hreflang languages for one URL

## What it finds

A listed page annotates the same alternate with codes of different languages (`de` and `fr`).
Several regions or scripts of one language, `x-default` beside a language, and the Norwegian codes
`no`, `nb` and `nn` are valid.

## Why it matters

A page has one main language, so one of the codes is wrong. Google shows the page to searchers of
the wrong language.

## How to fix it

Correct the code in the template or the translation plugin (WPML, Polylang), so that the alternate
has the code of its own language. Point the other code to a page in that language, or remove it.

## Example

### German and French for one URL

`entries`

| loc |
|---|
| https://example.com/ |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/de |
| https://example.com/ | fr | https://example.com/de |
| https://example.com/ | en | https://example.com/ |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/de | hreflang de and fr | Codes of one language | Remove the wrong hreflang annotation |

### Regions of one language, x-default, Norwegian

`entries`

| loc |
|---|
| https://example.com/ |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/de |
| https://example.com/ | de-AT | https://example.com/de |
| https://example.com/ | en | https://example.com/en |
| https://example.com/ | x-default | https://example.com/en |
| https://example.com/ | no | https://example.com/no |
| https://example.com/ | nb | https://example.com/no |

finds:

nothing
*/
SELECT
    listed.url,
    listed.sitemap_url,
    target.url AS related_url,
    listed.line,
    CONCAT('hreflang ', pair.code, ' and ', pair.last_code, listed.via) AS observed,
    'Codes of one language' AS expected,
    'Remove the wrong hreflang annotation' AS fix
FROM hreflang_pairs AS pair
INNER JOIN hreflang_pages AS listed ON pair.url_key = listed.url_key
INNER JOIN hreflang_urls AS target ON pair.alternate_key = target.url_key
WHERE pair.first_language <> pair.last_language AND pair.source_fault IS NULL

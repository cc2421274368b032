/*
---
severity: error
cause: has several hreflang annotations of itself
confidence: high
basis: inferred
engines: [google]
known_as:
  Sitebulb: ["International: Multiple self-referencing hreflang"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged AND fault IS NULL AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Multiple self-referencing hreflang

## What it finds

A listed page has self-referencing hreflang annotations with codes of different languages. Several
regions of one language (`en-GB`, `en-IE`) and `x-default` are valid.

## Why it matters

A page has one main language, so one of the codes is wrong. Google shows the page to searchers of
the wrong language.

## How to fix it

Remove the self-referencing annotation with the wrong code in the template or the translation
plugin (WPML, Polylang).

## Example

### English and German

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de-DE | https://example.com/a |
| https://example.com/b | en-GB | https://example.com/b |
| https://example.com/b | en-IE | https://example.com/b |
| https://example.com/b | x-default | https://example.com/b |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Self-referencing: de and en | Codes of one language | Remove the wrong self-referencing hreflang |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('Self-referencing: ', self_language, ' and ', last_self_language, via) AS observed,
    'Codes of one language' AS expected,
    'Remove the wrong self-referencing hreflang' AS fix
FROM hreflang_sets
WHERE
    judged
    AND fault IS NULL
    AND self_language <> last_self_language

/*
---
severity: warning
confidence: high
basis: inferred
engines: [google]
aliases: [hreflang-html-lang-mismatch]
known_as:
  Ahrefs: ["Hreflang and HTML lang mismatch"]
  Audisto: ["Hreflang and document language differ"]
  Sitebulb: ["International: Mismatched hreflang and HTML lang"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged AND fault IS NULL AND self_code IS NOT NULL"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
since: 0.1.0
---
# Hreflang and html lang that differ

## What it finds

A listed page that gives itself a hreflang code of another language than its `<html lang>` says.
Regions are not compared; the codes of Norwegian (no, nb, nn) count as one language.

## Why it matters

One of the two is wrong. If it is the hreflang, the page is shown to readers of another language.

## How to fix it

See which language the page is written in, and correct the other.

## Example

### A template that was copied

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/de/a |
| https://example.com/at/a |
| https://example.com/no/a |

`pages`

| url | lang |
|---|---|
| https://example.com/a | en-US |
| https://example.com/de/a | en |
| https://example.com/at/a | DE |
| https://example.com/no/a | nb-NO |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en-GB | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/at/a | de-AT | https://example.com/at/a |
| https://example.com/no/a | no | https://example.com/no/a |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/de/a | https://example.com/sitemap.xml | lang=en, hreflang=de | the same language |

### Nothing to compare

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | lang | lang_problem |
|---|---|---|
| https://example.com/a | | |
| https://example.com/b | en_GB | underscore |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/a |
| https://example.com/b | de | https://example.com/b |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('lang=', lang, ', hreflang=', self_code, via) AS observed,
    'the same language' AS expected
FROM hreflang_sets
WHERE
    judged
    AND fault IS NULL
    AND parsed
    AND self_language = last_self_language
    AND lang_problem IS NULL
    AND TRIM(lang) <> ''
    AND self_language <> CASE
        WHEN LOWER(SPLIT_PART(TRIM(lang), '-', 1)) IN ('nb', 'nn') THEN 'no'
        ELSE LOWER(SPLIT_PART(TRIM(lang), '-', 1))
    END

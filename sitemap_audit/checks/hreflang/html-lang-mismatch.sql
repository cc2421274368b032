/*
---
severity: warning
cause: has different languages in hreflang and in <html lang>
confidence: high
basis: inferred
engines: [google]
known_as:
  Ahrefs: ["Hreflang and HTML lang mismatch"]
  Audisto: ["Hreflang and document language differ"]
  Sitebulb: ["International: Mismatched hreflang and HTML lang"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: html
when: "judged AND fault IS NULL AND self_code IS NOT NULL"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
since: 0.1.0
---
# Hreflang and HTML lang mismatch

## What it finds

The self-referencing hreflang of a listed page and its `<html lang>` are different languages. The
regions are not compared. Norwegian `no`, `nb` and `nn` count as one language.

## Why it matters

One of the two is wrong. If it is hreflang, Google shows the page to users of another language.
Google does not read `<html lang>`. Browsers and screen readers do.

## How to fix it

Correct the hreflang code or `<html lang>` in the template, after a check of the language that the
page is written in. Often the template was copied from another language version. If the URL has the
language of the hreflang code (`/pt/`), `lang` is wrong, or the text is not translated yet.

## Example

### Template copied from the English page

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/de/a | https://example.com/sitemap.xml | lang="en", hreflang="de" | Same language in both | Set lang to de; if the text is in en, translate it, or remove the page from hreflang until then |

### No html lang, invalid html lang

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
WITH judged AS (
    SELECT
        url,
        sitemap_url,
        line,
        via,
        lang,
        self_code,
        self_language,
        LOWER(SPLIT_PART(TRIM(lang), '-', 1)) AS language,
        CONCAT(
            '/', REGEXP_REPLACE(LOWER(SPLIT_PART(url, '?', 1)), '[-_.:]', '/', 'g'), '/'
        ) AS names
    FROM hreflang_sets
    WHERE
        judged
        AND fault IS NULL
        AND parsed
        AND self_language = last_self_language
        AND lang_problem IS NULL
        AND TRIM(lang) <> ''
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT('lang="', lang, '", hreflang="', self_code, '"', via) AS observed,
    'Same language in both' AS expected,
    CASE
        WHEN names NOT LIKE CONCAT('%/', self_language, '/%')
            THEN 'Correct the hreflang code or lang'
        ELSE CONCAT(
            'Set lang to ', self_code, '; if the text is in ', language,
            ', translate it, or remove the page from hreflang until then'
        )
    END AS fix
FROM judged
WHERE self_language <> CASE WHEN language IN ('nb', 'nn') THEN 'no' ELSE language END

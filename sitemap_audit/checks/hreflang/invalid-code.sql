/*
---
severity: error
cause: has an hreflang code that is not valid
confidence: high
basis: documented
engines: [google]
known_as:
  Ahrefs: ["Hreflang annotation invalid"]
  Audisto: ["Invalid language"]
  Lumar: ["Invalid Hreflang Attributes"]
  Screaming Frog: ["Hreflang: Incorrect Language & Region Codes"]
  Semrush: ["Issues with hreflang values"]
  Sitebulb:
    - "International: Invalid incoming hreflang"
    - "International: Invalid outgoing hreflang"
    - "International: Unsupported or misconfigured hreflang"
  hreflang.org: ["Incorrect hreflang"]
  seoClarity:
    - "Missing Language entry"
    - "Underscore instead of dash"
    - "Invalid order of hreflang values"
    - "Invalid region"
    - "Invalid language"
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Invalid hreflang language or region code

## What it finds

An hreflang code of a listed page is neither `x-default` nor an ISO 639-1 language (two letters),
optionally followed by an ISO 15924 script and an ISO 3166-1 alpha-2 country. Case does not matter.
All sources are checked: `<head>`, `Link` headers and sitemaps.

Common errors are an underscore (`en_GB`), the region first (`gb-en`), a country without a language
(`us`, `jp`), a three-letter language (`eng`), a UN area (`es-419`), the regions `UK` and `EU`
(`en-UK`), a misspelled `x-default` (`x_default`) and an empty value.

## Why it matters

Google ignores annotations with an invalid code. The alternate is not shown to the users that it is
made for, and the annotation does not count as a return link.

## How to fix it

Replace the code in the template, CMS plugin or sitemap generator that writes it. Usually one
template writes all occurrences.

## Example

### Common errors

`entry_alternates`

| url | line | hreflang | href |
|---|---|---|---|
| https://example.com/ | 3 | en_GB | https://example.com/gb |
| https://example.com/ | 4 | en-UK | https://example.com/uk |
| https://example.com/ | 5 | jp | https://example.com/jp |
| https://example.com/ | 6 | es-419 | https://example.com/la |
| https://example.com/ | 7 | x_default | https://example.com/int |
| https://example.com/ | 8 | "" | https://example.com/x |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/gb | 3 | en_GB (underscore instead of hyphen) | Hyphen between language and region | Use en-GB | en_GB | https://example.com/sitemap.xml | replace | hreflang-code | en_GB | en-GB |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/int | 7 | x_default (misspelled x-default) | x-default | Use x-default | x_default | https://example.com/sitemap.xml | replace | hreflang-code | x_default | x-default |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/jp | 5 | jp (country code without a language) | ISO 639-1 language code | Use ja | jp | https://example.com/sitemap.xml | replace | hreflang-code | jp | ja |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/la | 6 | es-419 (UN area code, not a country) | ISO 3166-1 country code | Use es | es-419 | https://example.com/sitemap.xml | replace | hreflang-code | es-419 | es |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/uk | 4 | en-UK (region is not an ISO 3166-1 country) | ISO 3166-1 country code | Use en-GB | en-UK | https://example.com/sitemap.xml | replace | hreflang-code | en-UK | en-GB |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/x | 8 | Empty code | Code such as en or en-GB, or x-default | Use the language-region code of the alternate | "" | | | | | |

### Valid codes

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | en | https://example.com/en |
| https://example.com/ | EN-gb | https://example.com/gb |
| https://example.com/ | zh-Hant-TW | https://example.com/tw |
| https://example.com/ | zh-Hans | https://example.com/cn |
| https://example.com/ | x-default | https://example.com/ |

finds:

nothing

### In a page and in a header

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | source | hreflang | href |
|---|---|---|---|
| https://example.com/a | html | us-en | https://example.com/us/a |
| https://example.com/a | header | ger | https://example.com/de/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | ger (three-letter language code) | ISO 639-1 language code | Use de | ger | https://example.com/a | replace | hreflang-code | ger | de |
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/us/a | us-en (region before language) | Language first, then region | Use en-US | us-en | https://example.com/a | replace | hreflang-code | us-en | en-US |

### Pages not in a sitemap are not checked

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en_GB | https://example.com/b |

finds:

nothing
*/
SELECT DISTINCT
    fault.url,
    fault.sitemap_url,
    fault.alternate AS related_url,
    fault.line,
    CONCAT(CASE
        WHEN fault.code_problem = 'empty' THEN 'Empty code'
        ELSE CONCAT(fault.hreflang, ' (', words.words, ')')
    END, fault.via) AS observed,
    CASE
        WHEN fault.code_problem = 'underscore' THEN 'Hyphen between language and region'
        WHEN fault.code_problem = 'reversed-order' THEN 'Language first, then region'
        WHEN fault.code_problem = 'x-default-malformed' THEN 'x-default'
        WHEN fault.code_problem IN ('region-only', 'three-letter', 'unknown-language')
            THEN 'ISO 639-1 language code'
        WHEN fault.code_problem IN ('un-m49', 'reserved-region', 'unknown-region')
            THEN 'ISO 3166-1 country code'
        WHEN fault.code_problem = 'unknown-script' THEN 'ISO 15924 script code'
        ELSE 'Code such as en or en-GB, or x-default'
    END AS expected,
    COALESCE(
        'Use ' || fault.code_suggestion, 'Use the language-region code of the alternate'
    ) AS fix,
    LEFT(fault.hreflang, 40) AS kind,
    CASE
        WHEN fault.code_suggestion IS NOT NULL AND NOT fault.is_taken THEN fault.place_url
    END AS change_url,
    'replace' AS action,
    'hreflang-code' AS place,
    fault.hreflang AS "from",
    fault.code_suggestion AS "to"
FROM hreflang_faults AS fault
LEFT JOIN plain_words AS words ON words.topic = 'code' AND fault.code_problem = words.code
WHERE fault.code_problem IS NOT NULL

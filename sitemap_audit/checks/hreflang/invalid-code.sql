/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-invalid-code, hreflang-common-mistake, hreflang-underscore, hreflang-reversed-order, hreflang-region-only, hreflang-x-default-malformed, hreflang-empty-value]
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
when: "judged"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Invalid hreflang code

## What it finds

A hreflang value, in a sitemap, a page's head or a Link header of a listed URL, that is not an ISO
639-1 language (two letters), with an ISO 15924 script or an ISO 3166-1 alpha-2 region behind it
where wanted, or `x-default`. Capital letters make no difference.

The observation says what is wrong: `underscore` (en_GB), `reversed-order` (gb-en), `region-only` (a
country where a language belongs: us, jp), `three-letter` (eng), `un-m49` (es-419),
`reserved-region` (en-UK), `x-default-malformed` (x_default), `unknown-language`, `unknown-region`,
`unknown-script`, `malformed` or `empty`.

## Why it matters

Search engines ignore an annotation whose code they cannot read. The page that it points to is then
not shown to the readers it is made for, and its return link is of no use.

## How to fix it

Write the code that is expected, in every page, sitemap or header that has this one: one template
mostly writes them all.

## Example

### The usual mistakes

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
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/gb | 3 | en_GB (underscore in place of the hyphen) | en-GB | en-GB | en_GB | https://example.com/sitemap.xml | replace | hreflang-code | en_GB | en-GB |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/int | 7 | x_default (x-default misspelt) | x-default | x-default | x_default | https://example.com/sitemap.xml | replace | hreflang-code | x_default | x-default |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/jp | 5 | jp (region without a language) | ja | ja | jp | https://example.com/sitemap.xml | replace | hreflang-code | jp | ja |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/la | 6 | es-419 (region in digits) | es | es | es-419 | https://example.com/sitemap.xml | replace | hreflang-code | es-419 | es |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/uk | 4 | en-UK (reserved region, not assigned) | en-GB | en-GB | en-UK | https://example.com/sitemap.xml | replace | hreflang-code | en-UK | en-GB |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/x | 8 | empty | a code such as en or en-GB, or x-default | | "" | | | | | |

### All that is valid

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

### In a page, and in a header

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | ger (language in three letters) | de | de | ger | https://example.com/a | replace | hreflang-code | ger | de |
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/us/a | us-en (region before the language) | en-US | en-US | us-en | https://example.com/a | replace | hreflang-code | us-en | en-US |

### Pages that are not listed are not judged

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
        WHEN fault.code_problem = 'empty' THEN 'empty'
        ELSE CONCAT(fault.hreflang, ' (', words.words, ')')
    END, fault.via) AS observed,
    COALESCE(fault.code_suggestion, 'a code such as en or en-GB, or x-default') AS expected,
    fault.code_suggestion AS fix,
    LEFT(fault.hreflang, 40) AS kind,
    CASE
        WHEN
            fault.code_suggestion IS NOT NULL
            AND NOT EXISTS (
                SELECT 1 FROM hreflang_links AS taken
                WHERE
                    taken.url_key = fault.url_key
                    AND taken.code = fault.code_suggestion
                    AND taken.alternate_key <> fault.alternate_key
            )
            THEN CASE WHEN fault.source = 'sitemap' THEN fault.sitemap_url ELSE fault.url END
    END AS change_url,
    'replace' AS action,
    'hreflang-code' AS place,
    fault.hreflang AS "from",
    fault.code_suggestion AS "to"
FROM hreflang_faults AS fault
LEFT JOIN plain_words AS words ON words.topic = 'code' AND fault.code_problem = words.code
WHERE fault.code_problem IS NOT NULL

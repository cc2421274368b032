/*
---
severity: notice
cause: has the return link {back} only as x-default
confidence: medium
basis: advisory
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
tag: hreflang
when: "source_fault IS NULL AND target_fault IS NULL AND code <> 'x-default'"
unknown: "has_return IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang return link only as x-default

## What it finds

A listed page has a self-referencing hreflang with a language. An alternate has a return link to
the page, but only as `x-default`, not with that language.

## Why it matters

The return link exists, so Google does not ignore the pair. But the alternate does not say which
page is for searchers of this language.

## How to fix it

Add a second annotation with the language code on the alternate, in the template or the translation
plugin. One URL may be both `x-default` and a language.

## Example

### English only as x-default

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | x-default | https://example.com/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | Return link only as x-default | Return link with en | Add <link rel="alternate" hreflang="en" href="https://example.com/a"> to https://example.com/de/a | https://example.com/de/a | add | hreflang | en https://example.com/a |

### A language selector with x-default only; both codes

`entries`

| loc |
|---|
| https://example.com/choose |
| https://example.com/b |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/choose | de | https://example.com/de/a |
| https://example.com/choose | x-default | https://example.com/choose |
| https://example.com/de/a | x-default | https://example.com/choose |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | zh | https://example.com/zh/b |
| https://example.com/zh/b | zh | https://example.com/zh/b |
| https://example.com/zh/b | en | https://example.com/b |
| https://example.com/zh/b | x-default | https://example.com/b |

finds:

nothing
*/
SELECT
    sets.url,
    sets.sitemap_url,
    their.url AS related_url,
    sets.line,
    CONCAT('Return link only as x-default', sets.via) AS observed,
    CONCAT('Return link with ', sets.self_code) AS expected,
    CONCAT(
        'Add ',
        REPLACE(
            REPLACE(
                REPLACE(their.form, '{code}', sets.self_code),
                '{href}',
                REPLACE(sets.url, '&', '&amp;')
            ),
            '{url}',
            sets.url
        ),
        ' to ',
        their.place_url
    ) AS fix,
    their.place_url AS change_url,
    'add' AS action,
    'hreflang' AS place,
    CONCAT(sets.self_code, ' ', sets.url) AS "to"
FROM hreflang_pairs AS pair
INNER JOIN hreflang_sets AS sets ON pair.url_key = sets.url_key
INNER JOIN hreflang_sets AS their ON pair.alternate_key = their.url_key
WHERE
    pair.source_fault IS NULL
    AND pair.target_fault IS NULL
    AND pair.code <> 'x-default'
    AND pair.has_return
    AND pair.return_code = 'x-default'
    AND sets.self_code IS NOT NULL

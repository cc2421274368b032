/*
---
severity: error
cause: has hreflang {locales}, but the alternate has no hreflang
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-target-no-annotations]
known_as:
  Ahrefs: ["Missing reciprocal hreflang (no return-tag)"]
  Screaming Frog: ["Hreflang: Missing Return Links"]
  Sitebulb: ["International: Missing reciprocal hreflang"]
  hreflang.org: ["No return tag"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
when: "source_fault IS NULL AND target_fault IS NULL AND code <> 'x-default'"
unknown: "has_return IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang to a page without hreflang

## What it finds

A listed page points hreflang to an alternate that was fetched and has no hreflang at all: not in
its `<head>`, its `Link` headers or a sitemap.

## Why it matters

Google ignores hreflang without a return link. A page without hreflang has no return links, so the
annotations of all pages that point to it are ignored.

## How to fix it

Add the complete set of hreflang annotations to the alternate, in its template, CMS plugin or
sitemap entry. If it is no alternate of this page, remove it from the set.

## Example

### Alternate without hreflang

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/de/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | de: No hreflang on the alternate | Return link to https://example.com/a | Add <link rel="alternate" hreflang="en" href="https://example.com/a"> to https://example.com/de/a | https://example.com/de/a | add | hreflang | en https://example.com/a |

### Not checked: a sitemap that may have hreflang was not fetched

`sitemaps`

| url | error | found_by |
|---|---|---|
| https://example.com/sitemap.xml | | robots |
| https://example.com/de.xml | timeout | robots |

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/de/a |
| https://example.de/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | de-AT | https://example.de/a |

finds:

nothing
*/
SELECT
    pair.url,
    pair.sitemap_url,
    pair.alternate AS related_url,
    pair.line,
    CONCAT(pair.code, ': No hreflang on the alternate', pair.via) AS observed,
    CONCAT('Return link to ', pair.url) AS expected,
    CASE
        WHEN own.self_code IS NULL
            THEN CONCAT('Add a return link to ', pair.url, ' on ', pair.alternate)
        ELSE CONCAT(
            'Add ',
            REPLACE(
                REPLACE(
                    REPLACE(own.form, '{code}', own.self_code),
                    '{href}',
                    REPLACE(pair.url, '&', '&amp;')
                ),
                '{url}',
                pair.url
            ),
            CASE WHEN own.place_url = own.url THEN ' to ' ELSE ' to the sitemap entry of ' END,
            pair.alternate
        )
    END AS fix,
    CASE
        WHEN own.self_code IS NULL THEN NULL
        WHEN own.place_url = own.url THEN pair.alternate
        WHEN said.language = SPLIT_PART(LOWER(pair.code), '-', 1) THEN listed.sitemap_url
    END AS change_url,
    'add' AS action,
    'hreflang' AS place,
    CONCAT(own.self_code, ' ', pair.url) AS "to"
FROM hreflang_faulty_pairs AS pair
INNER JOIN hreflang_sets AS own ON pair.url_key = own.url_key
LEFT JOIN listed ON pair.alternate_key = listed.url_key
LEFT JOIN page_languages AS said ON pair.alternate_key = said.url_key
WHERE
    pair.target_fault IS NULL
    AND pair.code <> 'x-default'
    AND NOT pair.target_annotated

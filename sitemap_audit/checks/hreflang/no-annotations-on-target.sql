/*
---
severity: error
cause: has hreflang {locales}, but the alternate has no hreflang
confidence: high
basis: documented
engines: [google]
follows: [hreflang/own-code-elsewhere]
known_as:
  Ahrefs: ["Missing reciprocal hreflang (no return-tag)"]
  Screaming Frog: ["Hreflang: Missing Return Links"]
  Sitebulb: ["International: Missing reciprocal hreflang"]
  hreflang.org: ["No return tag"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
tag: hreflang
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
sitemap entry: itself, the other pages of the set and `x-default`. If it is no alternate of this
page, remove it from the set.

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
    bare.url,
    page.sitemap_url,
    bare.alternate AS related_url,
    page.line,
    CONCAT(bare.code, ': No hreflang on the alternate', page.via) AS observed,
    CONCAT('Return link to ', bare.url) AS expected,
    CASE
        WHEN bare.self_code IS NULL
            THEN CONCAT(
                'Add a return link to ', bare.url, ' on ', bare.alternate,
                ', or remove the hreflang to it if it is no version of this page'
            )
        ELSE CONCAT(
            'Add ',
            REPLACE(
                REPLACE(
                    REPLACE(bare.form, '{code}', bare.self_code),
                    '{href}',
                    REPLACE(bare.url, '&', '&amp;')
                ),
                '{url}',
                bare.url
            ),
            CASE WHEN bare.is_on_page THEN ' to ' ELSE ' to the sitemap entry of ' END,
            bare.alternate
        )
    END AS fix,
    CASE WHEN bare.self_code IS NOT NULL THEN bare.place_url END AS change_url,
    'add' AS action,
    'hreflang' AS place,
    CONCAT(bare.self_code, ' ', bare.url) AS "to"
FROM bare_alternates AS bare
INNER JOIN hreflang_pages AS page ON bare.url_key = page.url_key

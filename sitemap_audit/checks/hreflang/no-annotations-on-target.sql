/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-target-no-annotations]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
when: "source_fault IS NULL AND target_fault IS NULL AND code <> 'x-default'"
unknown: "has_return IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang link to a page without hreflang

## What it finds

A listed page names an alternate that was read and has no hreflang at all, in head, headers or
sitemap.

## Why it matters

Google ignores annotations that are not mutual. Where a page has none, all links to it are lost, not
only this one.

## How to fix it

Put the complete set on the alternate as well, or take it out of the sets if it is no version of
this page.

## Example

### A page that was forgotten

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | de: no hreflang there | a link back to https://example.com/a | <link rel="alternate" hreflang="en" href="https://example.com/a"> | https://example.com/de/a | add | hreflang | en https://example.com/a |

### Its sitemap may have them: another host's was not read, nor one of ours

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
    listed.url,
    listed.sitemap_url,
    target.url AS related_url,
    listed.line,
    CONCAT(pair.code, ': no hreflang there', listed.via) AS observed,
    CONCAT('a link back to ', listed.url) AS expected,
    REPLACE(
        REPLACE(own.form, '{code}', own.self_code), '{url}', REPLACE(listed.url, '&', '&amp;')
    ) AS fix,
    CASE WHEN own.self_code IS NOT NULL AND (own.in_html OR own.in_header) THEN target.url END
        AS change_url,
    'add' AS action,
    'hreflang' AS place,
    CONCAT(own.self_code, ' ', listed.url) AS "to"
FROM hreflang_pairs AS pair
INNER JOIN hreflang_pages AS listed ON pair.url_key = listed.url_key
INNER JOIN hreflang_urls AS target ON pair.alternate_key = target.url_key
INNER JOIN hreflang_sets AS own ON pair.url_key = own.url_key
WHERE
    pair.source_fault IS NULL
    AND pair.target_fault IS NULL
    AND pair.code <> 'x-default'
    AND NOT pair.has_return
    AND NOT pair.target_annotated

/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google]
aliases: [hreflang-without-canonical]
known_as:
  Sitebulb: ["International: Missing canonical with hreflang"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_sets
when: "judged AND fault IS NULL AND links > 0"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang on a page without a canonical

## What it finds

A listed HTML page with hreflang annotations and no canonical. `canonical/missing` reports it among
all pages; this one names those in hreflang sets.

## Why it matters

If the page can be had under other addresses, search engines may choose one of those, and the set
then names a page that does not count.

## How to fix it

Give the page a canonical that names itself.

## Example

### In a set, without a canonical

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/b | en | https://example.com/b |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/b | https://example.com/b |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | no canonical | a canonical that names the page | <link rel="canonical" href="https://example.com/a"> | https://example.com/a | add | canonical | https://example.com/a |
*/
SELECT
    sets.url,
    sets.sitemap_url,
    sets.line,
    CONCAT('no canonical', sets.via) AS observed,
    'a canonical that names the page' AS expected,
    '<link rel="canonical" href="' || REPLACE(sets.url, '&', '&amp;') || '">' AS fix,
    sets.url AS change_url,
    'add' AS action,
    'canonical' AS place,
    sets.url AS "to"
FROM hreflang_sets AS sets
WHERE
    sets.judged
    AND sets.fault IS NULL
    AND sets.links > 0
    AND sets.parsed
    AND NOT EXISTS (
        SELECT 1
        FROM page_canonicals
        WHERE page_canonicals.url_key = sets.url_key
    )

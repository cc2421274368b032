/*
---
severity: notice
cause: has hreflang, but no canonical
confidence: pedantic
basis: advisory
engines: [google]
follows: [canonical/missing]
known_as:
  Sitebulb: ["International: Missing canonical with hreflang"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_sets
tag: head
when: "judged AND fault IS NULL AND links > 0"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang page without canonical

## What it finds

A listed HTML page has hreflang annotations and no canonical. `canonical/missing` reports all pages
without a canonical; this check reports those with hreflang.

## Why it matters

Google asks for a canonical in the same language on pages with hreflang. Without one, it may choose
another URL of the page (parameters, upper case), and the annotations then point to a URL that is
not indexed.

## How to fix it

Add a self-referencing canonical to the `<head>` in the page template, or turn on canonicals in the
SEO plugin (Yoast, Rank Math).

## Example

### With hreflang, without a canonical

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
| https://example.com/a | https://example.com/sitemap.xml | No canonical | Self-referencing canonical | Add <link rel="canonical" href="https://example.com/a"> | https://example.com/a | add | canonical | https://example.com/a |
*/
SELECT
    sets.url,
    sets.sitemap_url,
    sets.line,
    CONCAT('No canonical', sets.via) AS observed,
    'Self-referencing canonical' AS expected,
    'Add <link rel="canonical" href="' || REPLACE(sets.url, '&', '&amp;') || '">' AS fix,
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

/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [canonical-fragment]
known_as:
  Screaming Frog: ["Canonicals: Contains Fragment URL"]
needs: [entries, pages, page_canonicals]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Canonical with a fragment

## What it finds

A listed page whose canonical has a fragment (`#…`).

## Why it matters

Search engines index pages, not places in them. Google asks for canonicals without fragments and
does not support such ones.

## How to fix it

Write the address without `#` and what follows it.

## Example

### A place in the page

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/a#prices |
| https://example.com/b | # |
| https://example.com/c | https://example.com/c?x=%23 |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | https://example.com/a#prices | https://example.com/a | <link rel="canonical" href="https://example.com/a"> | https://example.com/a | replace | canonical | https://example.com/a#prices | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/b | # | https://example.com/b | <link rel="canonical" href="https://example.com/b"> | https://example.com/b | replace | canonical | # | https://example.com/b |
*/
SELECT DISTINCT
    url,
    sitemap_url,
    canonical AS related_url,
    line,
    href AS observed,
    canonical AS expected,
    '<link rel="canonical" href="' || REPLACE(canonical, '&', '&amp;') || '">' AS fix,
    url AS change_url,
    'replace' AS action,
    'canonical' AS place,
    href AS "from",
    canonical AS "to"
FROM listed_canonicals
WHERE canonical_key IS NOT NULL AND in_head AND href LIKE '%#%'

/*
---
severity: error
cause: has a canonical with a fragment (#)
confidence: high
basis: documented
engines: [google]
known_as:
  Screaming Frog: ["Canonicals: Contains Fragment URL"]
needs: [entries, pages, page_canonicals]
over: listed_pages
tag: canonical
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Canonical contains a fragment

## What it finds

The canonical of a listed page contains a fragment (`#…`).

## Why it matters

Google generally does not support URL fragments as canonicals: search engines index pages, not
places in a page.

## How to fix it

Remove `#` and everything after it from the canonical in the page template or the SEO plugin.

## Example

### A fragment, a fragment alone, and a percent-encoded number sign

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | https://example.com/a#prices | https://example.com/a | Set the canonical to https://example.com/a | https://example.com/a | replace | canonical | https://example.com/a#prices | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/b | # | https://example.com/b | Set the canonical to https://example.com/b | https://example.com/b | replace | canonical | # | https://example.com/b |
*/
SELECT DISTINCT
    url,
    sitemap_url,
    canonical AS related_url,
    line,
    href AS observed,
    canonical AS expected,
    CONCAT('Set the canonical to ', canonical) AS fix,
    url AS change_url,
    'replace' AS action,
    'canonical' AS place,
    href AS "from",
    canonical AS "to"
FROM listed_canonicals
WHERE canonical_key IS NOT NULL AND in_head AND href LIKE '%#%'

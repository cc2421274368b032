/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [canonical-relative]
known_as:
  Screaming Frog: ["Canonicals: Canonical Is Relative"]
  Sitebulb: ["Indexability: Canonical is a relative URL"]
needs: [entries, pages, page_canonicals]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Relative canonical

## What it finds

A listed page whose canonical is written without scheme or without host (`/page`, `//host/page`).

## Why it matters

Google advises full addresses: a relative one changes its meaning with the address it is read at and
with `<base>`, so that copies on test hosts and `http` pages become canonical.

## How to fix it

Write the full address, with `https://` and the host.

## Example

### Without host, without scheme

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | /a |
| https://example.com/b | //example.com/b |
| https://example.com/c | https://example.com/c |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | /a | https://example.com/a | <link rel="canonical" href="https://example.com/a"> | https://example.com/a | replace | canonical | /a | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/b | //example.com/b | https://example.com/b | <link rel="canonical" href="https://example.com/b"> | https://example.com/b | replace | canonical | //example.com/b | https://example.com/b |
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
WHERE href_problem IN ('relative', 'protocol-relative') AND in_head AND href NOT LIKE '#%'

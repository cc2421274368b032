/*
---
severity: error
cause: has hreflang {locales}, but robots.txt blocks the alternate
confidence: high
basis: documented
engines: [google]
follows: [indexability/disallowed]
known_as:
  Sitebulb:
    - "International: Outgoing hreflang to disallowed URLs"
    - "International: Disallowed URL has incoming hreflang"
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
tag: hreflang
when: "source_fault IS NULL"
unknown: "target_robots = 'unknown'"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# Hreflang to URL blocked by robots.txt

## What it finds

A listed page has an hreflang annotation to an alternate that the robots.txt of its host disallows
for the audited bot.

## Why it matters

Search engines cannot crawl the alternate and cannot see its return link. Google ignores
annotations without a return link.

## How to fix it

Allow the alternate in robots.txt, or remove its annotation on all pages of the set.

## Example

### A disallowed alternate, and one that only the auditor may not fetch

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | robots | error | role |
|---|---|---|---|
| https://example.com/a | allowed | | listed |
| https://example.com/de/a | disallowed | disallowed | alternate |
| https://example.com/fr/a | allowed | disallowed | alternate |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | de: Blocked by robots.txt | Allowed | Allow the alternate in robots.txt, or remove this hreflang annotation |
*/
SELECT
    url,
    sitemap_url,
    alternate AS related_url,
    line,
    CONCAT(code, ': Blocked by robots.txt', via) AS observed,
    'Allowed' AS expected,
    'Allow the alternate in robots.txt, or remove this hreflang annotation' AS fix
FROM hreflang_faulty_pairs
WHERE target_fault = 'disallowed'

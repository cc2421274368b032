/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [canonical-to-disallowed]
follows: [indexability/disallowed]
known_as:
  Screaming Frog: ["Canonicals: Non-Indexable Canonical"]
  Sitebulb: ["Indexability: Canonical points to a disallowed URL"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
when: "listed AND page_fault = 'canonicalised'"
unknown: "target_robots = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Canonical to a page that robots.txt disallows

## What it finds

A listed page whose canonical the robots.txt of its host disallows for the audited bot.

## Why it matters

Search engines cannot read the page they are sent to, and cannot confirm that it is the same.

## How to fix it

Allow the target in robots.txt, or let the canonical name a page that may be crawled.

## Example

### A disallowed target, fetched or not

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/c |

`pages`

| url | robots | error | role |
|---|---|---|---|
| https://example.com/a | allowed | | listed |
| https://example.com/private/a | disallowed | disallowed | canonical |
| https://example.com/c | allowed | | listed |
| https://example.com/d | allowed | disallowed | canonical |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/private/a |
| https://example.com/c | https://example.com/d |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/private/a | disallowed | allowed by robots.txt |
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    'disallowed' AS observed,
    'allowed by robots.txt' AS expected
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault = 'disallowed'

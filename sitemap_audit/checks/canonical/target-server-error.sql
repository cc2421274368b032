/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [canonical-to-5xx]
follows: [status/server-error]
known_as:
  Ahrefs: ["Canonical points to 5XX"]
  Lumar: ["Canonical to Non-200"]
  Screaming Frog:
    - "Response Codes: External Server Error (5XX)"
    - "Canonicals: Non-Indexable Canonical"
  Sitebulb: ["Indexability: Canonical points to a 5XX URL"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
when: "listed AND page_fault = 'canonicalised'"
unknown: "NOT target_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Canonical to a page with a server error

## What it finds

A listed page whose canonical answers with a status from 500 to 599.

## Why it matters

Search engines ignore such a canonical, or follow it and find nothing to index.

## How to fix it

Repair the page that the canonical names, or name another.

## Example

### A canonical to a 500

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/c |

`pages`

| url | status | role |
|---|---|---|
| https://example.com/a | 200 | listed |
| https://example.com/b | 500 | canonical |
| https://example.com/c | 200 | listed |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/b |
| https://example.com/c | https://example.com/c |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | status 500 | status 200 |

### A target that was not fetched or that a bot wall hides is unknown

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | status | challenge | role |
|---|---|---|---|
| https://example.com/a | 200 | | listed |
| https://example.com/b | 200 | | listed |
| https://example.com/walled | 403 | captcha | canonical |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/not-fetched |
| https://example.com/b | https://example.com/walled |

finds:

nothing
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    CONCAT('status ', target.target_status) AS observed,
    'status 200' AS expected
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault = 'server-error'

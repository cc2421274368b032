/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [canonical-to-noindex]
follows: [indexability/noindex]
known_as:
  Screaming Frog: ["Canonicals: Non-Indexable Canonical"]
  Sitebulb: ["Indexability: Canonical points to a noindex URL"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
when: "listed AND page_fault = 'canonicalised'"
unknown: "NOT target_read"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Canonical to a page with noindex

## What it finds

A listed page whose canonical may not be indexed: it carries `noindex` or `none`, or its
`unavailable_after` date has passed.

## Why it matters

The page asks for the other one to be indexed in its place, and that one refuses. Neither may end up
in the index.

## How to fix it

Take `noindex` off the target, or let the canonical name a page that may be indexed.

## Example

### A target with noindex, and one without

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/c |

`pages`

| url | noindex | role |
|---|---|---|
| https://example.com/a | false | listed |
| https://example.com/b | true | canonical |
| https://example.com/c | false | listed |
| https://example.com/d | false | canonical |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/b |
| https://example.com/c | https://example.com/d |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | noindex | a page that may be indexed |

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
    CASE
        WHEN pages.noindex THEN 'noindex'
        ELSE CONCAT('unavailable_after: ', pages.unavailable_after)
    END AS observed,
    'a page that may be indexed' AS expected
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
INNER JOIN pages ON target.canonical_key = pages.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault = 'noindex'

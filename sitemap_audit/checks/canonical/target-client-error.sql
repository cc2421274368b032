/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [canonical-to-4xx]
follows: [status/client-error, status/forbidden, status/not-found]
known_as:
  Ahrefs: ["Canonical points to 4XX"]
  Lumar: ["Canonical to Non-200"]
  Screaming Frog:
    - "Response Codes: External Client Error (4XX)"
    - "Canonicals: Non-Indexable Canonical"
  Semrush: ["Broken canonical link"]
  Sitebulb: ["Indexability: Canonical points to a 404 URL"]
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
# Canonical to a page that is not there

## What it finds

A listed page whose canonical answers with a status from 400 to 499.

## Why it matters

Search engines ignore such a canonical, or follow it and find nothing to index.

## How to fix it

Let the canonical name a page that answers with status 200 and may be indexed: mostly the page
itself.

## Example

### A canonical to a 404, and a sound one

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | status | role |
|---|---|---|
| https://example.com/a | 200 | listed |
| https://example.com/b | 200 | listed |
| https://example.com/gone | 404 | canonical |
| https://example.com/c | 200 | canonical |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/gone |
| https://example.com/b | https://example.com/c |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/gone | status 404 | status 200 | <link rel="canonical" href="https://example.com/a"> | https://example.com/a | replace | canonical | https://example.com/gone | https://example.com/a |

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
    'status 200' AS expected,
    CASE
        WHEN target.target_status IN (404, 410)
            THEN '<link rel="canonical" href="' || REPLACE(target.url, '&', '&amp;') || '">'
    END AS fix,
    CASE WHEN target.target_status IN (404, 410) THEN target.url END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault = 'client-error'

/*
---
severity: error
confidence: high
basis: documented
engines: [google, bing]
aliases: [canonical-https-to-http]
known_as:
  Ahrefs: ["Canonical from HTTPS to HTTP"]
  Sitebulb: ["Indexability: Canonical points to HTTP version"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
when: "listed AND page_fault = 'canonicalised'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Canonical from https to http

## What it finds

A listed https page whose canonical is an http address.

## Why it matters

The page asks to be indexed under its insecure address. Google prefers https, and gets contradictory
signals.

## How to fix it

Write the canonical with `https://`.

## Example

### An insecure canonical, whatever its state

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| http://example.com/c |

`pages`

| url | status | location | role |
|---|---|---|---|
| https://example.com/a | 200 | | listed |
| https://example.com/b | 200 | | listed |
| http://example.com/c | 200 | | listed |
| http://example.com/a | 301 | https://example.com/a | canonical |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | http://example.com/a |
| https://example.com/b | https://example.com/b |
| http://example.com/c | http://example.com/c2 |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | http://example.com/a | http://example.com/a | an https URL | <link rel="canonical" href="https://example.com/a"> | https://example.com/a | replace | canonical | http://example.com/a | https://example.com/a |
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    target.canonical AS observed,
    'an https URL' AS expected,
    CASE
        WHEN target.difference = 'scheme'
            THEN '<link rel="canonical" href="' || REPLACE(target.url, '&', '&amp;') || '">'
    END AS fix,
    CASE WHEN target.difference = 'scheme' THEN target.url END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault = 'https-to-http'

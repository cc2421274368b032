/*
---
severity: error
cause: has a canonical from HTTPS to HTTP
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Ahrefs: ["Canonical from HTTPS to HTTP"]
  Sitebulb: ["Indexability: Canonical points to HTTP version"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
tag: canonical
when: "listed AND page_fault = 'canonicalised'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Canonical from HTTPS to HTTP

## What it finds

A listed HTTPS page has an HTTP canonical.

## Why it matters

Google prefers HTTPS pages as canonical, except where signals conflict. An HTTP canonical is such a
conflict: the HTTP URL may be indexed.

## How to fix it

Set the canonical to the HTTPS URL in the page template. In WordPress, set both site URLs under
Settings → General to `https://`.

## Example

### An HTTP canonical that redirects to HTTPS

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
| https://example.com/a | https://example.com/sitemap.xml | http://example.com/a | Canonical: http://example.com/a | HTTPS canonical | Set the canonical to https://example.com/a | https://example.com/a | replace | canonical | http://example.com/a | https://example.com/a |
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    CONCAT('Canonical: ', target.canonical) AS observed,
    'HTTPS canonical' AS expected,
    CASE
        WHEN target.difference = 'scheme'
            THEN CONCAT('Set the canonical to ', target.url)
        ELSE 'Set the canonical to an HTTPS URL'
    END AS fix,
    CASE WHEN target.difference = 'scheme' THEN target.url END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault = 'https-to-http'

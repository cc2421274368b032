/*
---
severity: error
keeps_out: pages
cause: has a canonical to a URL that returns 5xx
confidence: high
basis: documented
engines: [google, bing]
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
tag: canonical
when: "listed AND page_fault = 'canonicalised'"
unknown: "NOT target_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
  - https://yandex.com/support/webmaster/robot-workings/canonical.html
since: 0.1.0
---
# Canonical to 5xx URL

## What it finds

The canonical of a listed page returns a 5xx status code. Responses of bot protection are not
checked, nor is 503 on other sites, because it may be meant for the auditor alone.

## Why it matters

Google does not index URLs that keep returning 5xx and crawls the host more slowly. It may ignore
the canonical or index neither URL. Yandex ignores a canonical URL that its crawler cannot access.

## How to fix it

Check the server log for the canonical URL and correct the error, or set the canonical in the page
template to a URL that returns 200.

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

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | Returns 500 | 200 | Correct the server error, or set the canonical to another URL |
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    CONCAT('Returns ', target.target_status) AS observed,
    '200' AS expected,
    CASE
        WHEN target.better = 'page' THEN CONCAT('Set the canonical to ', target.url)
        ELSE 'Correct the server error, or set the canonical to another URL'
    END AS fix,
    CASE WHEN target.better = 'page' THEN target.url END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault = 'server-error'

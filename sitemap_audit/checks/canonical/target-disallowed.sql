/*
---
severity: error
keeps_out: pages
cause: has a canonical to a URL that robots.txt blocks
confidence: high
basis: documented
engines: [google, bing]
follows: [indexability/disallowed]
known_as:
  Screaming Frog: ["Canonicals: Non-Indexable Canonical"]
  Sitebulb: ["Indexability: Canonical points to a disallowed URL"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
tag: canonical
when: "listed AND page_fault = 'canonicalised'"
unknown: "target_robots = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
  - https://yandex.com/support/webmaster/robot-workings/canonical.html
since: 0.1.0
---
# Canonical to URL blocked by robots.txt

## What it finds

The canonical of a listed page is disallowed for the audited bot by the robots.txt of its host.

## Why it matters

Search engines cannot crawl the canonical URL and cannot compare its content. Google may ignore the
canonical or index the blocked URL without its content. Yandex ignores a canonical URL that its
crawler cannot access.

## How to fix it

Allow the canonical URL in robots.txt, or set the canonical in the page template to a URL that may
be crawled.

## Example

### A disallowed target, and one that only the auditor may not fetch

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

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/private/a | Blocked by robots.txt | Allowed | Allow the canonical URL in robots.txt, or set the canonical to another URL |
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    'Blocked by robots.txt' AS observed,
    'Allowed' AS expected,
    CASE
        WHEN target.better = 'page' THEN CONCAT('Set the canonical to ', target.url)
        ELSE 'Allow the canonical URL in robots.txt, or set the canonical to another URL'
    END AS fix,
    CASE WHEN target.better = 'page' THEN target.url END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault = 'disallowed'

/*
---
severity: error
keeps_out: pages
cause: has a canonical to a URL that returns 4xx
confidence: high
basis: documented
engines: [google, bing]
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
# Canonical to 4xx URL

## What it finds

The canonical of a listed page returns a 4xx status code. 429 and responses of bot protection are
not checked. On other sites, only 404 and 410 are reported, because other codes may be meant for
the auditor alone.

## Why it matters

Google does not index URLs that return 4xx. It may ignore the canonical and choose a URL itself, or
index neither URL. Yandex ignores a canonical URL that its crawler cannot access.

## How to fix it

Set the canonical in the page template or the SEO plugin to an indexable URL that returns 200,
usually the page's own URL.

## Example

### A canonical to a 404, and one to a 200

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/gone | Returns 404 | 200 | Set the canonical to https://example.com/a | https://example.com/a | replace | canonical | https://example.com/gone | https://example.com/a |
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    CONCAT('Returns ', target.target_status) AS observed,
    '200' AS expected,
    CASE
        WHEN escaped_twice.wanted IS NOT NULL
            THEN CONCAT('Set the canonical to ', escaped_twice.wanted, ', if it returns 200')
        WHEN target.target_status IN (404, 410)
            THEN CONCAT('Set the canonical to ', COALESCE(unseen.page, target.url))
        ELSE 'Set the canonical to a URL that returns 200'
    END AS fix,
    CASE
        WHEN escaped_twice.wanted IS NULL AND target.target_status IN (404, 410) THEN target.url
    END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    COALESCE(unseen.page, target.url) AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
LEFT JOIN clean_urls AS unseen ON target.canonical = unseen.url
LEFT JOIN escaped_twice ON target.canonical = escaped_twice.written
WHERE target.page_fault = 'canonicalised' AND target.fault = 'client-error'

/*
---
severity: error
keeps_out: pages
cause: has a canonical to a URL that does not respond
confidence: high
basis: documented
engines: [google, bing]
follows: [status/no-response, status/timeout, status/tls-invalid]
known_as:
  Screaming Frog: ["Response Codes: External No Response", "Canonicals: Non-Indexable Canonical"]
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
# Canonical URL does not respond

## What it finds

The canonical of a listed page gives no usable response after several tries: DNS lookup failed,
connection refused or reset, TLS error, timeout, or incomplete response.

## Why it matters

Google treats network errors like 5xx errors and cannot index the canonical URL. It may ignore the
canonical or index neither URL. Yandex ignores a canonical URL that its crawler cannot access.

## How to fix it

Set the canonical in the page template to a URL that returns 200. Check the site URL in the CMS
settings: often it is still the host of a staging server.

## Example

### A host that does not exist

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | error | role |
|---|---|---|
| https://example.com/a | | listed |
| https://no.example/a | dns | canonical |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://no.example/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://no.example/a | DNS lookup failed (no such host) | 200 | Set the canonical to https://example.com/a | https://example.com/a | replace | canonical | https://no.example/a | https://example.com/a |
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    COALESCE(words.words, target.target_error) AS observed,
    '200' AS expected,
    CASE
        WHEN target.target_error IN ('dns', 'no-address')
            THEN CONCAT('Set the canonical to ', target.url)
        ELSE 'Set the canonical to a URL that returns 200'
    END AS fix,
    CASE WHEN target.target_error IN ('dns', 'no-address') THEN target.url END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
LEFT JOIN plain_words AS words ON words.topic = 'error' AND target.target_error = words.code
WHERE target.page_fault = 'canonicalised' AND target.fault = 'no-response'

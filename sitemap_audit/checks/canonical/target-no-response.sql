/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [canonical-to-no-response]
follows: [status/no-response, status/timeout, status/tls-invalid]
known_as:
  Screaming Frog: ["Response Codes: External No Response", "Canonicals: Non-Indexable Canonical"]
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
# Canonical to a page that does not answer

## What it finds

A listed page whose canonical brought no usable answer after several tries: no address, refused,
reset, TLS failure, time-out or a broken body.

## Why it matters

Search engines ignore such a canonical, or follow it and find nothing to index.

## How to fix it

Name a page that answers; look out for the names of test hosts.

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
| https://test.example/a | dns | canonical |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://test.example/a |

finds:

| url | sitemap_url | related_url | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://test.example/a | DNS lookup failed (no such host) | status 200 | https://example.com/a | replace | canonical | https://test.example/a | https://example.com/a |

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
    COALESCE(words.words, target.target_error) AS observed,
    'status 200' AS expected,
    CASE WHEN target.target_error IN ('dns', 'no-address') THEN target.url END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
LEFT JOIN plain_words AS words ON words.topic = 'error' AND target.target_error = words.code
WHERE target.page_fault = 'canonicalised' AND target.fault = 'no-response'

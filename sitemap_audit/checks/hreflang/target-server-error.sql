/*
---
severity: error
cause: has hreflang {locales}, but the alternate returns 5xx
confidence: high
basis: documented
engines: [google]
follows: [status/server-error]
known_as:
  Ahrefs: ["Hreflang to redirect or broken page"]
  Audisto: ["HTTP status not 200"]
  Lumar: ["Broken Hreflang Links", "Hreflang to Non-200 URLs"]
  Screaming Frog: ["Response Codes: External Server Error (5XX)", "Hreflang: Non-200 Hreflang URLs"]
  Semrush: ["Issues with incorrect hreflang links"]
  Sitebulb: ["International: Outgoing hreflang to broken URLs"]
  squirrelscan: ["hreflang-targets"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
tag: hreflang
when: "source_fault IS NULL"
unknown: "target_state = 'unknown'"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Hreflang to 5xx URL

## What it finds

A listed page has an hreflang annotation to an alternate that returns a 5xx status code. Responses
of bot protection are not checked, nor is 503 on other sites, because it may be meant for the
auditor alone.

## Why it matters

Google cannot use an annotation to a URL that it does not index. Searchers of that language get a
page in another language.

## How to fix it

Check the server log for the alternate and correct the error, or point hreflang to another URL on
all pages of the set.

## Example

### An alternate that returns 500

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | role |
|---|---|---|
| https://example.com/a | 200 | listed |
| https://example.com/de/a | 500 | alternate |
| https://example.com/fr/a | 200 | alternate |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | de: Returns 500 | 200 | Correct the server error, or point hreflang to another URL |
*/
SELECT
    url,
    sitemap_url,
    alternate AS related_url,
    line,
    CONCAT(code, ': Returns ', target_status, via) AS observed,
    '200' AS expected,
    'Correct the server error, or point hreflang to another URL' AS fix
FROM hreflang_faulty_pairs
WHERE target_fault = 'server-error'

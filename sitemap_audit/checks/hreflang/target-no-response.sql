/*
---
severity: error
cause: has hreflang {locales}, but the alternate does not respond
confidence: high
basis: documented
engines: [google]
follows: [status/no-response, status/timeout, status/tls-invalid]
known_as:
  Screaming Frog: ["Response Codes: External No Response"]
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
# Hreflang URL does not respond

## What it finds

A listed page has an hreflang annotation to an alternate that gives no usable response after
several tries: DNS lookup failed, connection refused or reset, TLS error, timeout, or incomplete
response. Its return link is not checked.

## Why it matters

Google treats network errors like 5xx errors. Google cannot use an annotation to a URL that it does
not index. Searchers of that language get a page in another language.

## How to fix it

Point hreflang to a URL that returns 200 on all pages of the set, or remove the annotation. Check
the language domains in the translation plugin: often one is still the host of a staging server.

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
| https://test.example/de | dns | alternate |
| https://example.com/fr/a | | alternate |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://test.example/de |
| https://example.com/a | fr | https://example.com/fr/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://test.example/de | de: DNS lookup failed (no such host) | 200 | Remove this hreflang annotation | https://example.com/a | remove | hreflang-url | https://test.example/de |
*/
SELECT
    pair.url,
    pair.sitemap_url,
    pair.alternate AS related_url,
    pair.line,
    CONCAT(pair.code, ': ', COALESCE(words.words, pair.target_error), pair.via) AS observed,
    '200' AS expected,
    CASE
        WHEN pair.target_error IN ('dns', 'no-address') THEN 'Remove this hreflang annotation'
        ELSE 'Point hreflang to a URL that returns 200'
    END AS fix,
    CASE WHEN pair.target_error IN ('dns', 'no-address') THEN pair.place_url END AS change_url,
    'remove' AS action,
    'hreflang-url' AS place,
    pair.href AS "from"
FROM hreflang_faulty_pairs AS pair
LEFT JOIN plain_words AS words ON words.topic = 'error' AND pair.target_error = words.code
WHERE pair.target_fault = 'no-response'

/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-target-no-response]
follows: [status/no-response, status/timeout, status/tls-invalid]
known_as:
  Screaming Frog: ["Response Codes: External No Response"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
when: "source_fault IS NULL"
unknown: "target_state = 'unknown'"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Hreflang link to a page that does not answer

## What it finds

A listed page names an alternate that brought no usable answer after several tries: no address,
refused, reset, TLS failure, time-out or a broken body. Whether it would link back is unknown.

## Why it matters

Search engines ignore an annotation to a page that they cannot index. Its readers are shown another
language, or nothing.

## How to fix it

Name a page that answers with status 200 and may be indexed, in all pages of the set; where there is
none, leave the language out.

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

| url | sitemap_url | related_url | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://test.example/de | de: DNS lookup failed (no such host) | status 200 | https://example.com/a | remove | hreflang-url | https://test.example/de |

### A target that was not fetched or that a bot wall hides is unknown; a redirect has one fault

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/old |

`pages`

| url | status | challenge | role | location |
|---|---|---|---|---|
| https://example.com/a | 200 | | listed | |
| https://example.com/old | 301 | | listed | /a |
| https://example.com/walled | 503 | captcha | alternate | |
| https://example.com/x | 404 | | alternate | |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/old | de | https://example.com/x |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/not-fetched |
| https://example.com/a | fr | https://example.com/walled |

finds:

nothing
*/
SELECT
    listed.url,
    listed.sitemap_url,
    target.url AS related_url,
    listed.line,
    CONCAT(pair.code, ': ', COALESCE(words.words, pair.target_error), listed.via) AS observed,
    'status 200' AS expected,
    CASE WHEN pair.target_error IN ('dns', 'no-address') THEN written.place_url END AS change_url,
    'remove' AS action,
    'hreflang-url' AS place,
    written.href AS "from"
FROM hreflang_pairs AS pair
INNER JOIN hreflang_pages AS listed ON pair.url_key = listed.url_key
INNER JOIN hreflang_urls AS target ON pair.alternate_key = target.url_key
LEFT JOIN plain_words AS words ON words.topic = 'error' AND pair.target_error = words.code
LEFT JOIN hreflang_written AS written
    ON pair.url_key = written.url_key AND pair.alternate_key = written.alternate_key
WHERE
    pair.source_fault IS NULL
    AND pair.target_fault = 'no-response'

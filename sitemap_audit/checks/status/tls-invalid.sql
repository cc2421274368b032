/*
---
severity: error
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-tls-invalid]
known_as:
  Screaming Frog: ["Response Codes: Internal No Response"]
  Semrush: ["Certificate problems"]
needs: [entries, pages]
over: listed_pages
when: "url LIKE 'https:%'"
unknown: "page_id IS NULL OR is_cached"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Host with an invalid certificate

## What it finds

A host whose listed pages are served with a certificate that cannot be trusted: expired, for another
host, self-signed, or without its intermediate certificates. One finding per host and fault; the URL
is the first of those concerned. The pages were audited nevertheless.

## Why it matters

Browsers stop visitors with a warning, and search engines may not index what they cannot fetch
safely.

## How to fix it

Renew the certificate, or install one for this host name, with the intermediate certificates that
its issuer supplies.

## Example

### An expired certificate on one host of two

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://shop.example.com/ |

`pages`

| url | status | tls_problem |
|---|---|---|
| https://example.com/a | 200 | expired |
| https://example.com/b | 404 | expired |
| https://shop.example.com/ | 200 | |

finds:

| url | observed | expected |
|---|---|---|
| https://example.com/a | expired: 2 listed URLs of example.com | a certificate that can be trusted |

### Other people's hosts are not judged

`pages`

| url | tls_problem | role |
|---|---|---|
| https://other.example/ | self-signed | canonical |

finds:

nothing
*/
SELECT
    MIN(listed_pages.url) AS url,
    CONCAT(pages.tls_problem, ': ', COUNT(*), ' listed URLs of ', listed_pages.host) AS observed,
    'a certificate that can be trusted' AS expected
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE pages.tls_problem IS NOT NULL
GROUP BY listed_pages.host, pages.tls_problem

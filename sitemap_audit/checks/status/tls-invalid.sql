/*
---
severity: error
cause: has an invalid TLS certificate
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Screaming Frog: ["Response Codes: Internal No Response"]
  Semrush: ["Certificate problems"]
needs: [entries, pages]
over: listed_pages
when: "url LIKE 'https:%'"
unknown: >-
  page_id IS NULL OR is_cached OR page_id IN (SELECT pages.id FROM pages WHERE pages.tls_problem =
  'untrusted-root')
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Invalid TLS certificate

## What it finds

A host whose listed pages use an invalid certificate: expired, for another host name, self-signed,
or without its intermediate certificates. There is one finding per host and problem; its URL is the
first listed one. The pages were fetched and checked without verifying the certificate.

A certificate whose issuer this machine does not trust, and that does not say where its issuer's
certificate is, is not reported: a private CA has issued it, or a proxy that intercepts connections.
The summary names the host, and what to do.

## Why it matters

Browsers show a warning instead of the page. Google normally prefers HTTPS URLs as canonical, but
not if the certificate is invalid. Bing may not fetch the pages.

## How to fix it

Renew the certificate on the server or CDN, or install one for this host name, with the intermediate
certificates of its issuer (the full chain). If the issuer is a private CA, set the environment
variable `SSL_CERT_FILE` to a file with its root certificate.

## Example

### Expired certificate on one of two hosts

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

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a | Certificate expired (example.com, 2 listed URLs) | Valid certificate | Renew the certificate |

### Intermediate certificates missing; the root of a private CA

`entries`

| loc |
|---|
| https://example.com/a |
| https://intranet.example.com/b |

`pages`

| url | status | tls_problem |
|---|---|---|
| https://example.com/a | 200 | untrusted |
| https://intranet.example.com/b | 200 | untrusted-root |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a | Incomplete certificate chain (example.com, 1 listed URL) | Valid certificate | Add the intermediate certificates |

### A canonical target that is not listed

`pages`

| url | tls_problem | role |
|---|---|---|
| https://other.example/ | self-signed | canonical |

finds:

nothing
*/
SELECT
    MIN(listed_pages.url) AS url,
    CONCAT(
        CASE pages.tls_problem
            WHEN 'expired' THEN 'Certificate expired'
            WHEN 'wrong-host' THEN 'Certificate for another host name'
            WHEN 'self-signed' THEN 'Self-signed certificate'
            WHEN 'untrusted' THEN 'Incomplete certificate chain'
            ELSE CONCAT('Certificate invalid (', pages.tls_problem, ')')
        END,
        ' (',
        listed_pages.host,
        ', ',
        COUNT(*),
        CASE COUNT(*) WHEN 1 THEN ' listed URL)' ELSE ' listed URLs)' END
    ) AS observed,
    'Valid certificate' AS expected,
    CASE pages.tls_problem
        WHEN 'expired' THEN 'Renew the certificate'
        WHEN 'wrong-host' THEN CONCAT('Add ', listed_pages.host, ' to the certificate')
        WHEN 'untrusted' THEN 'Add the intermediate certificates'
        ELSE 'Use a certificate of a public certificate authority'
    END AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE pages.tls_problem <> 'untrusted-root'
GROUP BY listed_pages.host, pages.tls_problem

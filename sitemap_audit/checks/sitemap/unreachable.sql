/*
---
severity: error
keeps_out: pages
cause: cannot be fetched
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Ahrefs: ["Sitemap is not accessible"]
  Google Search Console:
    - "Couldn't fetch"
    - "Sitemap could not be read"
    - "General HTTP error"
    - "Temporary error"
  Yandex:
    - "Not indexed"
    - "Connection lost"
    - "DNS error"
    - "Connection failed"
    - "Incorrect HTTP response"
needs: [sitemaps, robots]
over: sitemap_states
when: "is_promised AND found_by <> 'index'"
unknown: "state = 'unknown'"
see:
  - https://support.google.com/webmasters/answer/7451001
  - https://yandex.com/support/webmaster/en/indexing-options/sitemap
since: 0.1.0
---
# Sitemap could not be fetched

## What it finds

No complete response was received for a sitemap listed in robots.txt, by a page or by the user,
after several tries: the DNS lookup failed, the connection was refused or reset, the TLS certificate
is invalid, the request timed out, or the response was truncated. A sitemap is also reported if its
host does not exist or refuses connections already for robots.txt.

## Why it matters

Search engines cannot read the sitemap, or read only its first part. Search Console reports
"Couldn't fetch".

## How to fix it

Check the error in the finding first: correct the DNS record, the TLS certificate, the firewall or
the server. If the request times out, serve the sitemap from disk or a cache instead of generating
it for each request.

## Example

### A timeout and a truncated response

`sitemaps`

| url | status | error | error_detail |
|---|---|---|---|
| https://example.com/a.xml | | timeout | no response within 30 s |
| https://example.com/b.xml | 200 | truncated | |
| https://example.com/c.xml | 200 | | |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml | Timed out: no response within 30 s | 200 and the complete file | Return the sitemap from disk or a cache |
| https://example.com/b.xml | Incomplete response | 200 and the complete file | Check Content-Length on the server, proxy and CDN |

### robots.txt could not be fetched: not checked

`sitemaps`

| url | error |
|---|---|
| https://example.com/a.xml | robots-unreachable |

finds:

nothing

### A host that does not exist

`robots`

| origin | status | error | error_detail |
|---|---|---|---|
| https://old.example.com | | dns | no such host |
| https://slow.example.com | | timeout | no response within 30 s |

`sitemaps`

| url | found_by | status | error |
|---|---|---|---|
| https://old.example.com/sitemap.xml | robots | | robots-unreachable |
| https://slow.example.com/sitemap.xml | robots | | robots-unreachable |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://old.example.com/sitemap.xml | DNS lookup failed (no such host): old.example.com | 200 and the complete file | Correct the host name or its DNS records |
*/
SELECT
    sitemap.url AS sitemap_url,
    sitemap.found_in AS related_url,
    CONCAT_WS(
        ': ',
        COALESCE(words.words, robots.error, sitemap.error),
        CASE
            WHEN COALESCE(robots.error, sitemap.error) IN ('dns', 'no-address')
                THEN SPLIT_PART(sitemap.url, '/', 3)
            WHEN robots.origin IS NULL THEN sitemap.error_detail
            ELSE robots.error_detail
        END
    ) AS observed,
    '200 and the complete file' AS expected,
    CASE COALESCE(robots.error, sitemap.error)
        WHEN 'dns' THEN 'Correct the host name or its DNS records'
        WHEN 'no-address' THEN 'Correct the host name or its DNS records'
        WHEN 'tls' THEN 'Check the certificate and TLS versions of the server'
        WHEN 'refused' THEN 'Check the web server and its firewall'
        WHEN 'unreachable' THEN 'Check the web server and its firewall'
        WHEN 'timeout' THEN 'Return the sitemap from disk or a cache'
        WHEN 'truncated' THEN 'Check Content-Length on the server, proxy and CDN'
        ELSE 'Check the server log'
    END AS fix
FROM sitemap_states AS sitemap
LEFT JOIN robots
    ON
        sitemap.error = 'robots-unreachable'
        AND CONCAT(SPLIT_PART(sitemap.url, '/', 1), '//', SPLIT_PART(sitemap.url, '/', 3))
        = robots.origin
        AND robots.status IS NULL
        AND robots.redirects = 0
        AND robots.error IN ('dns', 'no-address', 'refused', 'unreachable')
LEFT JOIN plain_words AS words
    ON words.topic = 'error' AND COALESCE(robots.error, sitemap.error) = words.code
WHERE
    sitemap.is_promised
    AND sitemap.found_by <> 'index'
    AND (sitemap.state = 'unreachable' OR robots.origin IS NOT NULL)

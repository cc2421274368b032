/*
---
severity: error
keeps_out: pages
cause: does not respond
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Google Search Console: ["URLs not accessible"]
  Screaming Frog:
    - "Response Codes: Internal No Response"
    - "Sitemaps: Non-Indexable URLs in Sitemap"
  Semrush: ["Pages could not be crawled"]
needs: [entries, pages, robots]
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# URL in sitemap does not respond

## What it finds

A URL in a sitemap that gave no usable response after several tries: the DNS lookup failed, the
connection was refused or reset, the TLS handshake failed, or the body was incomplete or could not
be decompressed. Timeouts are reported by `status/timeout`. If the host's robots.txt failed because
the host does not exist or refuses connections, each of its listed URLs is reported. If the DNS
server itself did not respond, the URLs are not checked.

## Why it matters

Google treats network and DNS errors like 5xx: it slows down crawling at once and removes URLs that
stay unreachable from the index after some days. Bing cannot index them either.

## How to fix it

Check what the observed value names. DNS: the spelling of the host name and its DNS records.
Connection refused: the web server and its firewall. TLS: the certificate and protocol versions.
Incomplete or not decompressible: the proxy, CDN or compression module between the application and
the client.

## Example

### DNS lookup failed, connection reset, incomplete response

`entries`

| loc |
|---|
| https://no.example/ |
| https://example.com/reset |
| https://example.com/cut |
| https://example.com/fine |

`pages`

| url | error | error_detail | status |
|---|---|---|---|
| https://no.example/ | dns | | |
| https://example.com/reset | reset | connection reset by peer | |
| https://example.com/cut | truncated | | 200 |
| https://example.com/fine | | | 200 |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/cut | https://example.com/sitemap.xml | Incomplete response | 200 | Check Content-Length on the server, proxy and CDN | Incomplete response |
| https://example.com/reset | https://example.com/sitemap.xml | Connection reset: connection reset by peer | 200 | Check which server, firewall or CDN resets the connection | Connection reset |
| https://no.example/ | https://example.com/sitemap.xml | DNS lookup failed (no such host) | 200 | Correct the host name or its DNS records | DNS lookup failed (no such host) |

### Hosts whose robots.txt cannot be fetched

`entries`

| loc |
|---|
| https://www.exmaple.com/a |
| https://closed.example.com/a |
| https://slow.example.com/a |
| https://unclear.example.com/a |

`robots`

| origin | status | error |
|---|---|---|
| https://www.exmaple.com | | dns |
| https://closed.example.com | | refused |
| https://slow.example.com | | timeout |
| https://unclear.example.com | | resolver |

`pages`

| url | error | status |
|---|---|---|
| https://www.exmaple.com/a | robots-unreachable | |
| https://closed.example.com/a | robots-unreachable | |
| https://slow.example.com/a | robots-unreachable | |
| https://unclear.example.com/a | robots-unreachable | |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://closed.example.com/a | https://example.com/sitemap.xml | Connection refused: closed.example.com | 200 | Check the web server and its firewall | Connection refused |
| https://www.exmaple.com/a | https://example.com/sitemap.xml | DNS lookup failed (no such host): www.exmaple.com | 200 | Correct the host name or its DNS records | DNS lookup failed (no such host) |

### Not checked: disallowed, too large, timed out

`entries`

| loc |
|---|
| https://example.com/private |
| https://example.com/huge |
| https://example.com/slow |

`pages`

| url | error | status |
|---|---|---|
| https://example.com/private | disallowed | |
| https://example.com/huge | too-large | 200 |
| https://example.com/slow | timeout | |

finds:

nothing
*/
SELECT
    page.url,
    page.sitemap_url,
    page.line,
    CONCAT_WS(
        ': ',
        COALESCE(words.words, page.error),
        CASE WHEN pages.error = page.error THEN pages.error_detail ELSE page.host END
    ) AS observed,
    '200' AS expected,
    CASE
        WHEN page.error IN ('dns', 'no-address') THEN 'Correct the host name or its DNS records'
        WHEN page.error IN ('refused', 'unreachable')
            THEN 'Check the web server and its firewall'
        WHEN page.error = 'tls' THEN 'Check the certificate and TLS versions of the server'
        WHEN page.error = 'reset'
            THEN 'Check which server, firewall or CDN resets the connection'
        WHEN page.error = 'truncated' THEN 'Check Content-Length on the server, proxy and CDN'
        WHEN page.error = 'undecodable' THEN 'Check Content-Encoding on the server and CDN'
        ELSE 'Check the server log'
    END AS fix,
    COALESCE(words.words, page.error) AS kind
FROM listed_pages AS page
INNER JOIN pages ON page.page_id = pages.id
LEFT JOIN plain_words AS words ON words.topic = 'error' AND page.error = words.code
WHERE page.state = 'no-response' AND page.error <> 'timeout'

/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-no-response]
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
# Listed URL that does not answer

## What it finds

A URL in a sitemap to which no usable answer came, after several tries: the host has no address,
refuses or resets the connection, the TLS handshake fails, or the body breaks off or cannot be
decoded. A time-out is `status/timeout`. Where not even the host's robots.txt could be asked for,
since its name has no address or nothing listens there, the same holds for each URL on it; where
DNS itself did not answer, nothing is known.

## Why it matters

What does not answer cannot be indexed; what does so for long is dropped.

## How to fix it

The observation says what failed. For a host without an address or a refused connection check the
host's name and that its server is up; where no secure connection came about, its certificate and
protocol versions; where the answer broke off or cannot be unpacked, what stands between server and
reader (proxy, CDN, compression).

## Example

### Kinds of silence

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

| url | sitemap_url | observed | expected | kind |
|---|---|---|---|---|
| https://example.com/cut | https://example.com/sitemap.xml | Incomplete response | an answer | Incomplete response |
| https://example.com/reset | https://example.com/sitemap.xml | Connection reset: connection reset by peer | an answer | Connection reset |
| https://no.example/ | https://example.com/sitemap.xml | DNS lookup failed (no such host) | an answer | DNS lookup failed (no such host) |

### A host that there is not, and one whose robots.txt alone fails

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

| url | sitemap_url | observed | expected | kind |
|---|---|---|---|---|
| https://closed.example.com/a | https://example.com/sitemap.xml | Connection refused: closed.example.com | an answer | Connection refused |
| https://www.exmaple.com/a | https://example.com/sitemap.xml | DNS lookup failed (no such host): www.exmaple.com | an answer | DNS lookup failed (no such host) |

### What we did not ask for, or did not read to the end on purpose, is unknown

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
    'an answer' AS expected,
    COALESCE(words.words, page.error) AS kind
FROM listed_pages AS page
INNER JOIN pages ON page.page_id = pages.id
LEFT JOIN plain_words AS words ON words.topic = 'error' AND page.error = words.code
WHERE page.state = 'no-response' AND page.error <> 'timeout'

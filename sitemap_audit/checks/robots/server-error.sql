/*
---
severity: error
keeps_out: host
cause: The robots.txt of {host} is unreachable or returns 5xx, which blocks all its URLs
confidence: high
basis: documented
engines: [protocol, google]
known_as:
  Ahrefs: ["Robots.txt is not accessible"]
  ContentKing: ["robots.txt: accessible"]
  Google Search Console: ["robots.txt: Not Fetched - Any other reason"]
needs: [robots, entries, pages]
over: robots
when: >-
  origin IN (SELECT site_origins.origin FROM site_origins) AND NOT (COALESCE(error, '') IN ('dns',
  'no-address', 'refused') AND origin IN (SELECT CONCAT(SPLIT_PART(silent.url, '/', 1), '//',
  silent.host) FROM listed_pages AS silent WHERE silent.state = 'no-response'))
unknown: >-
  status IN (SELECT code.status FROM status_codes AS code WHERE code.meaning IN ('throttled',
  'refused')) OR (status IS NULL AND error IN ('other', 'resolver', 'private-address', 'throttled',
  'ignored', 'offline', 'hosting', 'proxy', 'headers-too-large'))
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.4
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://yandex.com/support/webmaster/en/controlling-robot/robots-txt
since: 0.1.0
---
# robots.txt unreachable or returns 5xx

## What it finds

`/robots.txt` of a host of the audited site returns 5xx or no response: DNS lookup failed, no
connection, invalid certificate, timeout. 429 is not checked: the server may send it to this audit
only. If a host does not exist or refuses the connection, `status/no-response` reports its listed
URLs instead.

## Why it matters

RFC 9309 requires crawlers to take the whole host as disallowed. Google stops crawling it for 12
hours and finds no new pages or sitemaps there. It then uses its last cached robots.txt for up to 30
days. Yandex treats the site as open for crawling.

## How to fix it

Serve `/robots.txt` as a static file from the server or CDN, before the CMS or application that can
fail. If you have no rules, return 404. Check that no firewall or bot protection blocks the file.

## Example

### 503, and a timeout

`robots`

| origin | status | error | error_detail |
|---|---|---|---|
| https://example.com | 503 | | |
| https://www.example.com | | timeout | no response within 30 s |
| https://shop.example.com | 404 | | |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/robots.txt | Returns 503 | 200, or 404 if there are no rules | Return robots.txt as a static file; check the server log |
| https://www.example.com/robots.txt | Timed out: no response within 30 s | 200, or 404 if there are no rules | Return robots.txt as a static file; check the server log |

### Not checked: 429

`robots`

| origin | status |
|---|---|
| https://example.com | 429 |

finds:

nothing
*/
WITH silent AS (
    SELECT DISTINCT CONCAT(SPLIT_PART(url, '/', 1), '//', host) AS origin
    FROM listed_pages
    WHERE state = 'no-response'
)

SELECT
    robots.url,
    CASE
        WHEN robots.status IS NOT NULL THEN CONCAT('Returns ', robots.status)
        ELSE
            CONCAT_WS(
                ': ',
                COALESCE(words.words, robots.error),
                CASE
                    WHEN robots.error NOT IN ('dns', 'no-address', 'refused')
                        THEN robots.error_detail
                END
            )
    END AS observed,
    '200, or 404 if there are no rules' AS expected,
    CASE
        WHEN robots.error IN ('dns', 'no-address')
            THEN 'Correct the host name or its DNS records'
        WHEN robots.error = 'tls' THEN 'Correct the certificate or TLS settings of the server'
        WHEN robots.error IN ('refused', 'unreachable')
            THEN 'Check the web server and its firewall'
        ELSE 'Return robots.txt as a static file; check the server log'
    END AS fix
FROM robots
LEFT JOIN plain_words AS words ON words.topic = 'error' AND robots.error = words.code
LEFT JOIN status_codes AS code ON robots.status = code.status
LEFT JOIN silent ON robots.origin = silent.origin
WHERE
    (
        code.meaning IN ('unavailable', 'server-error', 'undefined')
        OR (
            robots.status IS NULL
            AND robots.error NOT IN (
                'other',
                'resolver',
                'private-address',
                'throttled',
                'ignored',
                'offline',
                'hosting',
                'proxy',
                'headers-too-large'
            )
        )
    )
    AND robots.origin IN (SELECT site_origins.origin FROM site_origins)
    AND NOT (
        COALESCE(robots.error, '') IN ('dns', 'no-address', 'refused')
        AND silent.origin IS NOT NULL
    )

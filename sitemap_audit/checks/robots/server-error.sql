/*
---
severity: error
keeps_out: host
confidence: high
basis: documented
engines: [protocol, google]
aliases: [robots-server-error]
known_as:
  Ahrefs: ["Robots.txt is not accessible"]
  ContentKing: ["robots.txt: accessible"]
needs: [robots, entries, pages]
over: robots
when: >-
  origin IN (SELECT site_origins.origin FROM site_origins) AND NOT (COALESCE(error, '') IN ('dns',
  'no-address', 'refused') AND origin IN (SELECT CONCAT(SPLIT_PART(silent.url, '/', 1), '//', silent.host) FROM
  listed_pages AS silent WHERE silent.state = 'no-response'))
unknown: >-
  status = 429 OR (status IS NULL AND error IN ('other', 'resolver', 'private-address', 'throttled',
  'ignored', 'proxy', 'headers-too-large'))
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.4
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt cannot be read

## What it finds

A host of the audited sites whose `/robots.txt` answers with a 5xx status, or does not answer: no
such host, no connection, a bad certificate, a time-out. A 429 says only that this audit asked too
often, and is left open. A host of listed URLs that there is not, or where nothing listens, is told
at those (`status/no-response`).

## Why it matters

A crawler that cannot read the rules must take the whole host to be disallowed. Google stops
crawling it for twelve hours, and then goes by the last copy that it has. While that lasts, nothing
new on the host is found, sitemaps included.

## How to fix it

Have the server answer `/robots.txt` by itself, as a static file, before anything that may fail.
Where there are no rules, 404 is a sound answer; an error never is.

## Example

### A server error, and no answer at all

`robots`

| origin | status | error | error_detail |
|---|---|---|---|
| https://example.com | 503 | | |
| https://www.example.com | | timeout | no answer within 30 s |
| https://shop.example.com | 404 | | |

finds:

| url | observed | expected |
|---|---|---|
| https://example.com/robots.txt | status 503 | status 200, or 404 where there are no rules |
| https://www.example.com/robots.txt | timeout: no answer within 30 s | status 200, or 404 where there are no rules |

### Too many requests: not known what others are answered

`robots`

| origin | status |
|---|---|
| https://example.com | 429 |

finds:

nothing
*/
SELECT
    url,
    CASE
        WHEN status IS NOT NULL THEN CONCAT('status ', status)
        ELSE CONCAT_WS(': ', error, error_detail)
    END AS observed,
    'status 200, or 404 where there are no rules' AS expected
FROM robots
WHERE
    (
        status >= 500
        OR (
            status IS NULL
            AND error NOT IN (
                'other',
                'resolver',
                'private-address',
                'throttled',
                'ignored',
                'proxy',
                'headers-too-large'
            )
        )
    )
    AND origin IN (SELECT site_origins.origin FROM site_origins)
    AND NOT (
        COALESCE(error, '') IN ('dns', 'no-address', 'refused')
        AND origin IN (
            SELECT CONCAT(SPLIT_PART(silent.url, '/', 1), '//', silent.host) AS origin
            FROM listed_pages AS silent
            WHERE silent.state = 'no-response'
        )
    )

/*
---
severity: warning
cause: The robots.txt of {host} is not UTF-8
confidence: high
basis: documented
engines: [protocol, google]
needs: [robots]
over: robots
when: "policy = 'rules' AND origin IN (SELECT site_origins.origin FROM site_origins)"
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt is not UTF-8

## What it finds

`/robots.txt` has bytes that are not valid UTF-8, such as accented letters in Windows-1252.

## Why it matters

RFC 9309 requires UTF-8. Google may ignore characters outside UTF-8, so a rule with such a character
may not match any URL.

## How to fix it

Save robots.txt as UTF-8 in your editor or CMS, or write such characters in paths as percent escapes
(`/caf%C3%A9/`).

## Example

### A file in an older encoding

`robots`

| origin | is_utf8 |
|---|---|
| https://example.com | false |
| https://www.example.com | true |

finds:

| url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | Invalid UTF-8 | UTF-8 | Encode the file as UTF-8 | https://example.com/robots.txt | replace | encoding | UTF-8 |

### Not reported: a byte order mark, a response with status 404

`robots`

| origin | status | is_utf8 | has_bom |
|---|---|---|---|
| https://example.com | 200 | true | true |
| https://www.example.com | 404 | false | false |

finds:

nothing
*/
SELECT
    url,
    'Invalid UTF-8' AS observed,
    'UTF-8' AS expected,
    'Encode the file as UTF-8' AS fix,
    url AS change_url,
    'replace' AS action,
    'encoding' AS place,
    'UTF-8' AS "to"
FROM robots
WHERE
    policy = 'rules'
    AND NOT is_utf8
    AND origin IN (SELECT site_origins.origin FROM site_origins)

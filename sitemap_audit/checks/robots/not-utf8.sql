/*
---
severity: warning
confidence: high
basis: documented
engines: [protocol, google]
aliases: [robots-not-utf8]
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

A `/robots.txt` with bytes that are no UTF-8, such as accented letters in Windows-1252.

## Why it matters

Crawlers read the file as UTF-8 and may pass over what they cannot read, so that a rule with such a
character does not hold.

## How to fix it

Save the file as UTF-8, or write such characters in paths as percent escapes (`/caf%C3%A9/`).

## Example

### One file in an older encoding

`robots`

| origin | is_utf8 |
|---|---|
| https://example.com | false |
| https://www.example.com | true |

finds:

| url | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|
| https://example.com/robots.txt | bytes that are no UTF-8 | UTF-8 | https://example.com/robots.txt | replace | encoding | UTF-8 |

### A byte order mark, and a page that says it is not there

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
    'bytes that are no UTF-8' AS observed,
    'UTF-8' AS expected,
    url AS change_url,
    'replace' AS action,
    'encoding' AS place,
    'UTF-8' AS "to"
FROM robots
WHERE
    policy = 'rules'
    AND NOT is_utf8
    AND origin IN (SELECT site_origins.origin FROM site_origins)

/*
---
severity: notice
confidence: medium
basis: documented
engines: [protocol]
needs: [robots]
over: robots
when: >-
  policy = 'rules' AND NOT is_html AND origin IN (SELECT site_origins.origin FROM site_origins)
unknown: "content_type IS NULL"
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt with another Content-Type

## What it finds

A `/robots.txt` that holds text and is sent with a Content-Type other than `text/plain`. An HTML
page in its place is reported by `robots/html`.

## Why it matters

The standard asks for `text/plain`. Google reads the valid lines whatever the header says; other
crawlers may not.

## How to fix it

Have the server send `Content-Type: text/plain; charset=utf-8`.

## Example

### Sent as a download, and in order

`robots`

| origin | content_type |
|---|---|
| https://example.com | application/octet-stream |
| https://www.example.com | Text/Plain; charset=UTF-8 |

finds:

| url | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | application/octet-stream | text/plain | https://example.com/robots.txt | replace | header | Content-Type: application/octet-stream | Content-Type: text/plain |

### No header at all, and a page

`robots`

| origin | content_type | is_html |
|---|---|---|
| https://example.com | | false |
| https://www.example.com | text/html | true |

finds:

nothing
*/
SELECT
    url,
    content_type AS observed,
    'text/plain' AS expected,
    url AS change_url,
    'replace' AS action,
    'header' AS place,
    CONCAT('Content-Type: ', content_type) AS "from",
    'Content-Type: text/plain' AS "to"
FROM robots
WHERE
    policy = 'rules'
    AND NOT is_html
    AND LOWER(TRIM(SPLIT_PART(content_type, ';', 1))) <> 'text/plain'
    AND origin IN (SELECT site_origins.origin FROM site_origins)

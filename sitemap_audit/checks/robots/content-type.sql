/*
---
severity: notice
cause: The robots.txt of {host} is not served as text/plain
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
  - https://yandex.com/support/webmaster/en/controlling-robot/robots-txt
since: 0.1.0
---
# robots.txt not served as text/plain

## What it finds

`/robots.txt` returns rules with a Content-Type header other than `text/plain`. `robots/html`
reports an HTML page. A response without the header is not checked.

## Why it matters

RFC 9309 requires `text/plain`. Google reads the valid lines of any response. Yandex requires a text
file and treats the site as open for crawling otherwise. Other crawlers may ignore the file.

## How to fix it

Configure the server or CDN to send `Content-Type: text/plain; charset=utf-8` for `/robots.txt`. If
a CMS or an application writes the file, set the header there.

## Example

### Served as a download, and served correctly

`robots`

| origin | content_type |
|---|---|
| https://example.com | application/octet-stream |
| https://www.example.com | Text/Plain; charset=UTF-8 |

finds:

| url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | application/octet-stream | text/plain | Set Content-Type: text/plain | https://example.com/robots.txt | replace | header | Content-Type: application/octet-stream | Content-Type: text/plain |

### No Content-Type header, and an HTML page

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
    'Set Content-Type: text/plain' AS fix,
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

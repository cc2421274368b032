/*
---
severity: warning
cause: has different charsets in the header and in the HTML
confidence: high
basis: documented
engines: [google, bing]
needs: [entries, pages]
over: listed_pages
tag: charset
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
since: 0.2.0
---
# Charset differs between header and HTML

## What it finds

A listed HTML page whose byte order mark, Content-Type header and `<meta charset>` do not name the
same character encoding. Two names of one encoding (`latin1`, `windows-1252`) count as the same.

## Why it matters

In the HTML standard the byte order mark has priority over the header, and the header over
`<meta charset>`. If the one that counts is wrong, non-ASCII characters in titles and texts are garbled in browsers and in search
results.

## How to fix it

Set one charset in both places, usually `utf-8`: on the server (`AddDefaultCharset` in Apache,
`charset` in nginx) and in the template. Use the encoding in which the files are saved; a file with a
byte order mark of UTF-8 is UTF-8.

## Example

### Header ISO-8859-1, template UTF-8

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | charset | charset_conflict |
|---|---|---|
| https://example.com/a | iso-8859-1 | utf-8 |
| https://example.com/b | utf-8 | |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Header: iso-8859-1; HTML: utf-8 | The same charset in both | Set one charset in both, usually utf-8 |
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    COALESCE(
        pages.charsets,
        CONCAT('Header: ', pages.charset, '; HTML: ', pages.charset_conflict)
    ) AS observed,
    'The same charset in both' AS expected,
    'Set one charset in both, usually utf-8' AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.stands AND pages.charset_conflict IS NOT NULL

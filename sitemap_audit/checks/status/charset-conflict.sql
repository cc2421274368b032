/*
---
severity: warning
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-charset-conflict]
needs: [entries, pages]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
since: 0.2.0
---
# Header and HTML name different charsets

## What it finds

A listed HTML page whose Content-Type header (or byte order mark) names one character encoding, and
whose `<meta charset>` names another. Two names of one encoding (`latin1`, `windows-1252`) are the
same.

## Why it matters

The header counts, and the HTML is not asked. If the header is the wrong one, titles and texts with
letters beyond ASCII are garbled in browsers and in the index.

## How to fix it

Set one charset in both: on the server (`AddDefaultCharset`, `charset` in nginx), or in the template.
It is the one in which the file is saved, mostly `utf-8`.

## Example

### The server says Latin 1, the template UTF-8

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

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | iso-8859-1, and utf-8 in the HTML | one charset in both |
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(pages.charset, ', and ', pages.charset_conflict, ' in the HTML') AS observed,
    'one charset in both' AS expected
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.stands AND pages.charset_conflict IS NOT NULL

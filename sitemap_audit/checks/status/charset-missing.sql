/*
---
severity: notice
cause: has no charset
confidence: pedantic
basis: advisory
engines: [google]
worse: [status/charset-wrong]
needs: [entries, pages]
over: listed_pages
tag: head
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/semantics.html#character-encoding-declaration
since: 0.1.0
---
# Character encoding (charset) missing

## What it finds

A listed HTML page that declares its encoding neither in the Content-Type header, nor by a byte
order mark, nor in a `<meta charset>` within its first bytes. Its bytes are valid UTF-8; if they are
not, `status/charset-wrong` reports it.

## Why it matters

Browsers and search engines must guess the encoding. If the guess is wrong, non-ASCII characters in
titles, texts and links are garbled.

## How to fix it

Add `<meta charset="utf-8">` as the first element of `<head>` in the template, or send
`Content-Type: text/html; charset=utf-8` from the server.

## Example

### One page without a charset, one with

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | charset |
|---|---|
| https://example.com/a | |
| https://example.com/b | utf-8 |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | No charset | utf-8 | Add <meta charset="utf-8"> | https://example.com/a | add | head | <meta charset="utf-8"> |

### A PDF, a noindex page

`entries`

| loc |
|---|
| https://example.com/a.pdf |
| https://example.com/b |

`pages`

| url | content_type | noindex |
|---|---|---|
| https://example.com/a.pdf | application/pdf | false |
| https://example.com/b | text/html | true |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    'No charset' AS observed,
    'utf-8' AS expected,
    'Add <meta charset="utf-8">' AS fix,
    listed_pages.url AS change_url,
    'add' AS action,
    'head' AS place,
    '<meta charset="utf-8">' AS "to"
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE
    listed_pages.stands
    AND pages.parsed
    AND pages.charset IS NULL
    AND pages.charset_problem IS NULL

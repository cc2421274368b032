/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google]
aliases: [page-charset-missing]
needs: [entries, pages]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/semantics.html#character-encoding-declaration
since: 0.1.0
---
# Listed page that does not say its character encoding

## What it finds

A listed HTML page whose encoding is named neither by its Content-Type, nor by a byte order mark,
nor by a `<meta charset>` near its top.

## Why it matters

Who reads the page has to guess. Where the guess is wrong, titles and addresses with letters beyond
ASCII come out garbled.

## How to fix it

Write `<meta charset="utf-8">` as the first element of the head, or send `Content-Type: text/html;
charset=utf-8`.

## Example

### A page without, and one with

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
| https://example.com/a | https://example.com/sitemap.xml | no charset | utf-8 | <meta charset="utf-8"> | https://example.com/a | add | head | <meta charset="utf-8"> |

### What is no HTML, or not to be indexed

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
    'no charset' AS observed,
    'utf-8' AS expected,
    '<meta charset="utf-8">' AS fix,
    listed_pages.url AS change_url,
    'add' AS action,
    'head' AS place,
    '<meta charset="utf-8">' AS "to"
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.stands AND pages.parsed AND pages.charset IS NULL

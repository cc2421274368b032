/*
---
severity: warning
cause: is in another charset than it declares, or declares none
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
  - https://html.spec.whatwg.org/multipage/semantics.html#character-encoding-declaration
since: 0.2.0
---
# Bytes of the page match no declared charset

## What it finds

A listed HTML page whose bytes are not UTF-8 and that declares no valid character encoding: neither
in the Content-Type header, nor by a byte order mark, nor in a `<meta charset>` within its first
bytes. Or one that declares UTF-8 and most of whose non-ASCII characters are not UTF-8.

## Why it matters

Browsers and search engines must guess the encoding, or show replacement characters. Titles, texts
and links with non-ASCII characters are garbled in search results.

## How to fix it

Find the encoding in which the page is saved or generated (database, template, editor). Convert it
to UTF-8 and add `<meta charset="utf-8">` as the first element of `<head>`; or declare the encoding
that it has.

## Example

### No charset, an unknown one, and UTF-8 that it is not

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`pages`

| url | charset | charset_problem |
|---|---|---|
| https://example.com/a | | undeclared |
| https://example.com/b | cyrillic-win | undeclared |
| https://example.com/c | utf-8 | not-as-declared |
| https://example.com/d | koi8-r | |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | No charset; the bytes are not UTF-8 | UTF-8, declared as such | Save the page as UTF-8 and declare it, or declare the charset that it has |
| https://example.com/b | https://example.com/sitemap.xml | cyrillic-win, no known charset; the bytes are not UTF-8 | UTF-8, declared as such | Save the page as UTF-8 and declare it, or declare the charset that it has |
| https://example.com/c | https://example.com/sitemap.xml | utf-8; the bytes are not UTF-8 | UTF-8, declared as such | Save the page as UTF-8 and declare it, or declare the charset that it has |

### UTF-8 without a charset, a noindex page

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | charset | charset_problem | noindex |
|---|---|---|---|
| https://example.com/a | | | false |
| https://example.com/b | | undeclared | true |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(
        COALESCE(pages.charset, 'No charset'),
        CASE
            WHEN pages.charset_problem = 'undeclared' AND pages.charset IS NOT NULL
                THEN ', no known charset'
            ELSE ''
        END,
        '; the bytes are not UTF-8'
    ) AS observed,
    'UTF-8, declared as such' AS expected,
    'Save the page as UTF-8 and declare it, or declare the charset that it has' AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.stands AND pages.charset_problem IS NOT NULL

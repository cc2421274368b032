/*
---
severity: notice
cause: has several <head>, <body>, <title> or <base> tags
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Screaming Frog: ["Validation: Multiple <head> Tags", "Validation: Multiple <body> Tags"]
needs: [entries, pages]
over: listed_pages
tag: head
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/semantics.html#the-head-element
since: 0.1.0
---
# Multiple <head>, <body>, <title> or <base> tags

## What it finds

A listed HTML page with more than one start tag of `<head>` or `<body>`, or with more than one
`<title>` or `<base href>` in its head. Comments, scripts, templates and SVG do not count.

## Why it matters

HTML allows one of each. Parsers usually treat the content of a second head as part of the body,
where Google ignores canonical and hreflang links. Of two titles, only the first is used.

## How to fix it

Remove the second element from the template or plugin that inserts it. Often a complete HTML
document is embedded in the page.

## Example

### A complete page inside a page

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | repeated_elements |
|---|---|
| https://example.com/a | head, body |
| https://example.com/b | |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | More than one <head>, <body> | One of each | Remove the duplicate elements | head, body |
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT('More than one <', REPLACE(pages.repeated_elements, ', ', '>, <'), '>') AS observed,
    'One of each' AS expected,
    'Remove the duplicate elements' AS fix,
    pages.repeated_elements AS kind
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.stands AND pages.repeated_elements IS NOT NULL

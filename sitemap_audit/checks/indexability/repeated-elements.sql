/*
---
severity: notice
confidence: high
basis: documented
engines: [google, bing]
aliases: [multiple-head-or-body]
needs: [entries, pages]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/semantics.html#the-head-element
since: 0.1.0
---
# Listed page with two heads, bodies, titles or bases

## What it finds

A listed HTML page that has the start tag of `head` or `body` more than once, or more than one
`title` or `base` with an address in its head. What stands in a comment, a script, a template or a
drawing does not count.

## Why it matters

A page has each of these once. Of a second head readers make what they can: mostly its tags count as
part of the body, where a canonical and hreflang have no effect.

## How to fix it

Find the template or the plugin that adds a second one, often a whole page inside of a page, and
remove it.

## Example

### A page inside of a page

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

| url | sitemap_url | observed | expected | kind |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | more than one head, body | one of each | head, body |
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT('more than one ', pages.repeated_elements) AS observed,
    'one of each' AS expected,
    pages.repeated_elements AS kind
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.stands AND pages.repeated_elements IS NOT NULL

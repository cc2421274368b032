/*
---
severity: notice
confidence: high
basis: advisory
engines: [bing]
aliases: [html-lang-missing]
known_as:
  Ahrefs: ["HTML lang attribute missing"]
  Audisto: ["Document has no language"]
  Semrush: ["No hreflang and lang attributes"]
  Sitebulb: ["International: Missing HTML lang"]
needs: [entries, entry_alternates, pages, page_alternates]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
since: 0.1.0
---
# Page without html lang

## What it finds

A listed HTML page whose `<html>` has no `lang` attribute, or an empty one. Pages with hreflang are
reported by `hreflang/without-html-lang`.

## Why it matters

Browsers, screen readers and Bing use it to know the language; Google does not need it.

## How to fix it

Write `<html lang="…">` with the page's language.

## Example

### None, and empty

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/paper.pdf |
| https://example.com/gone |

`pages`

| url | lang | status | content_type |
|---|---|---|---|
| https://example.com/a | | 200 | text/html |
| https://example.com/b | "" | 200 | text/html |
| https://example.com/c | en | 200 | text/html |
| https://example.com/paper.pdf | | 200 | application/pdf |
| https://example.com/gone | | 404 | |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | no lang | the language of the page |
| https://example.com/b | https://example.com/sitemap.xml | no lang | the language of the page |
*/
SELECT
    page.url,
    page.sitemap_url,
    page.line,
    'no lang' AS observed,
    'the language of the page' AS expected
FROM listed_pages AS page
WHERE
    page.stands
    AND page.parsed
    AND COALESCE(TRIM(page.lang), '') = ''
    AND NOT EXISTS (
        SELECT 1
        FROM hreflang_sets
        WHERE hreflang_sets.url_key = page.url_key
    )

/*
---
severity: notice
cause: has no lang attribute on <html>
confidence: high
basis: advisory
engines: [bing]
known_as:
  Ahrefs: ["HTML lang attribute missing"]
  Audisto: ["Document has no language"]
  Semrush: ["No hreflang and lang attributes"]
  Sitebulb: ["International: Missing HTML lang"]
needs: [entries, entry_alternates, pages, page_alternates]
over: listed_pages
tag: html
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
  - https://blogs.bing.com/webmaster/2011/03/01/how-to-tell-bing-your-websites-country-and-language
since: 0.1.0
---
# HTML lang attribute missing

## What it finds

A listed HTML page has no `lang` attribute on `<html>`, or an empty one. Pages with hreflang are
reported by `hreflang/without-html-lang`.

## Why it matters

Bing reads the language and the region of a page from `<html lang>`. Google does not need it.
Browsers and screen readers use it for translation and pronunciation.

## How to fix it

Add `lang` with the language of the page to the `<html>` tag of the template or theme, such as
`<html lang="en-GB">`.

## Example

### No attribute, and an empty one

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | No lang attribute | Language of the page | Add lang to <html>, such as <html lang="en-GB"> |
| https://example.com/b | https://example.com/sitemap.xml | No lang attribute | Language of the page | Add lang to <html>, such as <html lang="en-GB"> |
*/
SELECT
    page.url,
    page.sitemap_url,
    page.line,
    'No lang attribute' AS observed,
    'Language of the page' AS expected,
    'Add lang to <html>, such as <html lang="en-GB">' AS fix
FROM listed_pages AS page
WHERE
    page.stands
    AND page.parsed
    AND COALESCE(TRIM(page.lang), '') = ''
    AND NOT EXISTS (
        SELECT 1
        FROM hreflang_sets
        WHERE hreflang_sets.url_key = page.url_key AND hreflang_sets.links > 0
    )

/*
---
severity: error
keeps_out: pages
cause: has a noindex that JavaScript adds
confidence: high
basis: documented
engines: [google]
needs: [entries, pages, renders]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Noindex added by JavaScript

## What it finds

A page in the sitemap whose rendered HTML has noindex, while neither its original HTML nor its HTTP
header has it. JavaScript adds it.

## Why it matters

Google applies a noindex that it finds after rendering: the page is not indexed, although it is in
the sitemap. Error handling and consent tools often add it by accident, sometimes for bots only.

## How to fix it

Remove noindex from the script, head component or tag manager that adds it. If the page should not
be indexed, remove its URL from the sitemap and set noindex in the original HTML.

## Example

### JavaScript adds noindex

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`renders`

| url | noindex |
|---|---|
| https://example.com/a | true |
| https://example.com/b | false |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Original HTML: no noindex; rendered HTML: noindex | No noindex | Remove noindex from the script, or the URL from the sitemap |

### Noindex in both, page not rendered

`entries`

| loc |
|---|
| https://example.com/both |
| https://example.com/failed |

`pages`

| url | noindex |
|---|---|
| https://example.com/both | true |
| https://example.com/failed | false |

`renders`

| url | noindex | problem |
|---|---|---|
| https://example.com/both | true | |
| https://example.com/failed | | crashed |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    'Original HTML: no noindex; rendered HTML: noindex' AS observed,
    'No noindex' AS expected,
    'Remove noindex from the script, or the URL from the sitemap' AS fix
FROM rendered_pages
WHERE is_known AND redirect_url IS NULL AND rendered_noindex AND NOT served_noindex

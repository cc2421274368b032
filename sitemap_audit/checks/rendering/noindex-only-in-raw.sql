/*
---
severity: error
keeps_out: pages
cause: has noindex only in the original HTML
confidence: high
basis: documented
engines: [google]
known_as:
  Screaming Frog: ["JavaScript: Noindex Only in Original HTML"]
  Sitebulb: ["Rendered: Noindex only in the HTTP response HTML"]
needs: [entries, pages, renders]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Noindex only in original HTML

## What it finds

A page in the sitemap with a robots meta tag `noindex` in the original HTML that JavaScript removes
or changes, so that the rendered HTML has no noindex.

## Why it matters

Google may skip rendering when it finds noindex in the original HTML. It then does not see that
JavaScript removes it, and does not index the page.

## How to fix it

Remove noindex from the original HTML: from the server-side template, or in the settings of the CMS
plugin. Let JavaScript add noindex only to pages that should not be indexed.

## Example

### JavaScript removes noindex

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | noindex | noindex_source |
|---|---|---|
| https://example.com/a | true | meta |
| https://example.com/b | true | meta |

`renders`

| url | noindex |
|---|---|
| https://example.com/a | false |
| https://example.com/b | true |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Original HTML: noindex; rendered HTML: no noindex | No noindex | Remove noindex from the original HTML | https://example.com/a | remove | robots | noindex |

### Noindex in the HTTP header, page not rendered, JavaScript redirect

`entries`

| loc |
|---|
| https://example.com/header |
| https://example.com/failed |
| https://example.com/away |

`pages`

| url | noindex | noindex_source |
|---|---|---|
| https://example.com/header | true | header |
| https://example.com/failed | true | meta |
| https://example.com/away | true | meta |

`renders`

| url | noindex | problem | redirect_url |
|---|---|---|---|
| https://example.com/header | false | | |
| https://example.com/failed | | timeout | |
| https://example.com/away | | | https://example.com/b |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    'Original HTML: noindex; rendered HTML: no noindex' AS observed,
    'No noindex' AS expected,
    'Remove noindex from the original HTML' AS fix,
    url AS change_url,
    'remove' AS action,
    'robots' AS place,
    'noindex' AS "from"
FROM rendered_pages
WHERE
    is_known
    AND redirect_url IS NULL
    AND served_noindex
    AND served_noindex_source = 'meta'
    AND NOT rendered_noindex

/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google]
aliases: [noindex-in-raw-only]
needs: [entries, pages, renders]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Noindex that only the served page has

## What it finds

A listed page that is served with a robots meta of `noindex`, which a script takes away or changes,
so that it is gone once the page is rendered.

## Why it matters

Google may leave out the rendering of a page that says noindex. It then never learns that the page
is to be indexed.

## How to fix it

Serve the page without noindex, and let scripts add one where it is wanted.

## Example

### A script removes it

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

| url | sitemap_url | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | served: noindex; rendered: no noindex | no noindex in the served page | https://example.com/a | remove | robots | noindex |

### The header said it, the page could not be rendered, or a script led away

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
    'served: noindex; rendered: no noindex' AS observed,
    'no noindex in the served page' AS expected,
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

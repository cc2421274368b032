/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
needs: [entries, pages, page_canonicals, renders, render_canonicals]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Canonical that a script takes away

## What it finds

A listed page that is served with a canonical, and has none that has an effect once its scripts have
run. One that a broken head has pushed into the body is told by `rendering/head-broken`.

## Why it matters

Google reads the rendered page too, and there the page says no longer which address it is to be
known by.

## How to fix it

Keep scripts from replacing the head, or let them write the canonical into the new one.

## Example

### It is gone

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/b | https://example.com/b |

`renders`

| url |
|---|
| https://example.com/a |

`render_canonicals`

| url | canonical |
|---|---|
| https://example.com/b | https://example.com/b |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | served: https://example.com/a; rendered: none | the canonical in the rendered page too |

### It is in the body, or the page was not rendered

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/b | https://example.com/b |

`renders`

| url | problem | head_ended_by |
|---|---|---|
| https://example.com/a | | div |
| https://example.com/b | timeout | |

`render_canonicals`

| url | canonical | in_head |
|---|---|---|
| https://example.com/a | https://example.com/a | false |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    served_canonical AS related_url,
    line,
    CONCAT('served: ', served_canonical, '; rendered: none') AS observed,
    'the canonical in the rendered page too' AS expected
FROM rendered_pages
WHERE
    is_known
    AND redirect_url IS NULL
    AND served_canonical IS NOT NULL
    AND rendered_canonicals = 0
    AND rendered_head_ended_by IS NULL

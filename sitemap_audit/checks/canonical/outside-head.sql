/*
---
severity: error
cause: has the canonical outside <head>
confidence: high
basis: documented
engines: [google]
known_as:
  Screaming Frog: ["Canonicals: Outside <head>"]
  Sitebulb: ["Indexability: Canonical outside of head"]
needs: [entries, pages, page_canonicals]
over: listed_pages
tag: canonical
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata
since: 0.1.0
---
# Canonical outside <head>

## What it finds

A listed page has a canonical link in its `<body>`. Where an element that is not allowed in the
`<head>` ended it early, `indexability/head-ended-early` is reported instead.

## Why it matters

Google accepts a canonical link only in the `<head>`: text in the `<body>` may come from visitors.

## How to fix it

Move the canonical link into the `<head>` in the page template. If a tag manager or plugin inserts
it, change the position there.

## Example

### A canonical in the body

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_canonicals`

| url | href | in_head |
|---|---|---|
| https://example.com/a | https://example.com/a | false |
| https://example.com/b | https://example.com/b | true |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | Canonical in the <body>: https://example.com/a | Canonical in the <head> | Move the canonical link into the <head> | https://example.com/a | move | head | <link rel="canonical" href="https://example.com/a"> |

### A head that ended early is reported by another check

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | head_ended_by |
|---|---|
| https://example.com/a | iframe |

`page_canonicals`

| url | href | in_head |
|---|---|---|
| https://example.com/a | https://example.com/a | false |

finds:

nothing
*/
SELECT DISTINCT
    url,
    sitemap_url,
    canonical AS related_url,
    line,
    CONCAT('Canonical in the <body>: ', href) AS observed,
    'Canonical in the <head>' AS expected,
    'Move the canonical link into the <head>' AS fix,
    url AS change_url,
    'move' AS action,
    'head' AS place,
    COALESCE(
        element, CONCAT('<link rel="canonical" href="', REPLACE(href, '&', '&amp;'), '">')
    ) AS "from"
FROM listed_canonicals
WHERE NOT in_head AND head_ended_by IS NULL

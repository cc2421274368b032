/*
---
severity: error
cause: has hreflang outside <head>
confidence: high
basis: documented
engines: [google]
known_as:
  Audisto: ["Links outside head discarded"]
  Screaming Frog: ["Hreflang: Outside <head>"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata
since: 0.1.0
---
# Hreflang outside <head>

## What it finds

A listed page has an hreflang link in its `<body>`. Where an element that is not allowed in the
`<head>` ended it early, `indexability/head-ended-early` is reported instead. `<a hreflang>` links
do not count.

## Why it matters

Google reads hreflang links only in a well-formed `<head>`.

## How to fix it

Move the hreflang links into the `<head>` in the page template.

## Example

### One link in the body

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href | in_head | source | element |
|---|---|---|---|---|---|
| https://example.com/a | de | https://example.com/de/a | false | html | <link rel="alternate" hreflang="de" href="https://example.com/de/a"> |
| https://example.com/a | en | https://example.com/a | true | html | |
| https://example.com/a | fr | https://example.com/fr/a | false | anchor | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | hreflang de in the <body> | hreflang in the <head> | Move the hreflang link into the <head> | https://example.com/a | move | head | <link rel="alternate" hreflang="de" href="https://example.com/de/a"> |

### A head that ended early is reported by another check

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | head_ended_by |
|---|---|
| https://example.com/a | div |

`page_alternates`

| url | hreflang | href | in_head |
|---|---|---|---|
| https://example.com/a | de | https://example.com/de/a | false |

finds:

nothing
*/
SELECT DISTINCT
    url,
    sitemap_url,
    alternate AS related_url,
    line,
    CONCAT('hreflang ', hreflang, ' in the <body>', via) AS observed,
    'hreflang in the <head>' AS expected,
    'Move the hreflang link into the <head>' AS fix,
    CASE WHEN element IS NOT NULL THEN url END AS change_url,
    'move' AS action,
    'head' AS place,
    element AS "from"
FROM hreflang_faults
WHERE NOT in_head AND head_ended_by IS NULL

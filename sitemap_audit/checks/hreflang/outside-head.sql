/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-outside-head]
known_as:
  Audisto: ["Links outside head discarded"]
  Screaming Frog: ["Hreflang: Outside <head>"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata
since: 0.1.0
---
# Hreflang outside the head

## What it finds

A hreflang link in the `<body>` of a listed page. Where the head was ended early by an element that
does not belong there, that is the fault, and `indexability/head-ended-early` reports it. Links in
the body's text (`<a hreflang>`) are something else and are not judged.

## Why it matters

Search engines read hreflang links in a well-formed head only.

## How to fix it

Move the links into `<head>`.

## Example

### One in the body

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | de in the body | in the head | <link rel="alternate" hreflang="de" href="https://example.com/de/a"> | https://example.com/a | move | head | <link rel="alternate" hreflang="de" href="https://example.com/de/a"> |

### A head that ended early is another check's

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
    CONCAT(hreflang, ' in the body', via) AS observed,
    'in the head' AS expected,
    '<link rel="alternate" hreflang="'
    || code
    || '" href="'
    || REPLACE(alternate, '&', '&amp;')
    || '">' AS fix,
    CASE WHEN element IS NOT NULL THEN url END AS change_url,
    'move' AS action,
    'head' AS place,
    element AS "from"
FROM hreflang_faults
WHERE NOT in_head AND head_ended_by IS NULL

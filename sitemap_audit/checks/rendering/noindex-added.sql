/*
---
severity: error
keeps_out: pages
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
# Noindex that a script adds

## What it finds

A listed page that is served without noindex, and has it once its scripts have run.

## Why it matters

Google renders the page and takes it out of its results, though it is listed and its source says
nothing of it. Scripts of error pages and of consent tools do so by accident, often for bots alone.

## How to fix it

Remove the noindex from the script, or the page from the sitemap.

## Example

### A script adds it

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

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | served: no noindex; rendered: noindex | no noindex in the rendered page |

### It was there before, or the page was not read

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
    'served: no noindex; rendered: noindex' AS observed,
    'no noindex in the rendered page' AS expected
FROM rendered_pages
WHERE is_known AND redirect_url IS NULL AND rendered_noindex AND NOT served_noindex

/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-on-noindex]
follows: [indexability/noindex]
known_as:
  Screaming Frog: ["Hreflang: Noindex Return Links"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged AND links > 0"
unknown: "NOT annotations_known AND fault IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
since: 0.1.0
---
# Hreflang on a page with noindex

## What it finds

A listed page with hreflang annotations that carries `noindex`.

## Why it matters

A page that is not in the index cannot be shown in place of another. Its annotations are ignored,
and those of the others to it lead nowhere.

## How to fix it

Take `noindex` off the page, or the page out of the hreflang sets.

## Example

### Hidden, and in the set

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | noindex |
|---|---|
| https://example.com/a | true |
| https://example.com/b | true |
| https://example.com/c | false |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/c | en | https://example.com/c |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | noindex | a page that may be indexed, or no hreflang | drop noindex, or the annotations |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('noindex', via) AS observed,
    'a page that may be indexed, or no hreflang' AS expected,
    'drop noindex, or the annotations' AS fix
FROM hreflang_sets
WHERE judged AND fault = 'noindex' AND links > 0

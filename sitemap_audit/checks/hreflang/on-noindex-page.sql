/*
---
severity: error
cause: has hreflang, but noindex
confidence: high
basis: documented
engines: [google]
follows: [indexability/noindex]
known_as:
  Screaming Frog: ["Hreflang: Noindex Return Links"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: robots
when: "judged AND links > 0"
unknown: "NOT annotations_known AND fault IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
since: 0.1.0
---
# Hreflang on noindex page

## What it finds

A listed page has hreflang annotations and is not indexable: it has `noindex` or `none` in the meta
robots tag or the `X-Robots-Tag` header, or its `unavailable_after` date has passed.

## Why it matters

Google drops a `noindex` page from its results, so it cannot show the page as an alternate. Hreflang
from and to the page has no effect.

## How to fix it

Remove `noindex` in the template, SEO plugin (Yoast, Rank Math) or server configuration. If the page
is not to be indexed, remove it from the hreflang annotations of all pages.

## Example

### noindex page with hreflang

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
| https://example.com/a | https://example.com/sitemap.xml | noindex | Indexable page, or no hreflang | Remove noindex, or remove the hreflang annotations |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('noindex', via) AS observed,
    'Indexable page, or no hreflang' AS expected,
    'Remove noindex, or remove the hreflang annotations' AS fix
FROM hreflang_sets
WHERE judged AND fault = 'noindex' AND links > 0

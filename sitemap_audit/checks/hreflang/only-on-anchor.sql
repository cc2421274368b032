/*
---
severity: notice
cause: has hreflang only on <a> links
confidence: high
basis: documented
engines: [google]
known_as:
  Lumar: ["Unsupported Anchor Hreflangs"]
needs: [entries, pages, page_alternates]
over: listed_pages
tag: hreflang
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang only on <a> links

## What it finds

A listed page has the `hreflang` attribute only on `<a>` elements, at least one of them to another
URL. It has no annotation in the `<head>`, in a Link header or in a sitemap.

## Why it matters

`<a hreflang>` is a hint about the language of the link target. Google reads alternates only from
`<link>` elements in the `<head>`, Link headers and sitemaps.

## How to fix it

Add `<link rel="alternate" hreflang="…">` elements to the `<head>` in the template, or annotations
to the sitemap, if the links point to alternates of this page. The `<a>` links may stay.

## Example

### A language switcher only

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | source | hreflang | href | in_head |
|---|---|---|---|---|
| https://example.com/a | anchor | de | https://example.com/de/a | false |
| https://example.com/a | anchor | fr | https://example.com/fr/a | false |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | Only 2 <a hreflang> links | Annotations in the <head>, a Link header or the sitemap | Add hreflang annotations to the <head>, a Link header or the sitemap |

### Beside annotations in the head

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | source | hreflang | href | in_head |
|---|---|---|---|---|
| https://example.com/a | anchor | de | https://example.com/de/a | false |
| https://example.com/a | html | de | https://example.com/de/a | true |

finds:

nothing

### A link to the page itself, and a noindex page

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/hidden |

`pages`

| url | noindex |
|---|---|
| https://example.com/a | false |
| https://example.com/hidden | true |

`page_alternates`

| url | source | hreflang | href | in_head |
|---|---|---|---|---|
| https://example.com/a | anchor | en | https://example.com/a | false |
| https://example.com/hidden | anchor | de | https://example.com/de | false |

finds:

nothing
*/
SELECT
    page.url,
    page.sitemap_url,
    MIN(link.alternate) AS related_url,
    page.line,
    CONCAT(
        'Only ', COUNT(*), ' <a hreflang> link', CASE WHEN COUNT(*) > 1 THEN 's' ELSE '' END
    ) AS observed,
    'Annotations in the <head>, a Link header or the sitemap' AS expected,
    'Add hreflang annotations to the <head>, a Link header or the sitemap' AS fix
FROM page_alternates AS link
INNER JOIN listed_pages AS page ON link.url_key = page.url_key
LEFT JOIN hreflang_sets AS sets ON link.url_key = sets.url_key
WHERE
    link.source = 'anchor'
    AND link.alternate_key <> link.url_key
    AND page.stands
    AND sets.url_key IS NULL
GROUP BY page.url, page.sitemap_url, page.line

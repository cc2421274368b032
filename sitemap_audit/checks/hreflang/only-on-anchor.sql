/*
---
severity: notice
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-on-anchor]
known_as:
  Lumar: ["Unsupported Anchor Hreflangs"]
needs: [entries, pages, page_alternates]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang only on links in the text

## What it finds

A listed page whose hreflang attributes all stand on `<a>` elements, to at least one other URL. None
is in the head, in a header or in a sitemap.

## Why it matters

`<a hreflang>` only hints at the language of what is linked. Search engines take versions of a page
from `<link>` elements, headers and sitemaps alone.

## How to fix it

If the links lead to versions of this page, annotate them in the head, in a header or in a sitemap.
The links in the text may stay.

## Example

### A chooser of languages and nothing else

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

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | links in the text with hreflang: 2 | hreflang in the head, a header or a sitemap |

### Beside annotations that count

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

### A link to itself, and a page that is hidden

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
    CONCAT('links in the text with hreflang: ', COUNT(*)) AS observed,
    'hreflang in the head, a header or a sitemap' AS expected
FROM page_alternates AS link
INNER JOIN listed_pages AS page ON link.url_key = page.url_key
LEFT JOIN hreflang_sets AS sets ON link.url_key = sets.url_key
WHERE
    link.source = 'anchor'
    AND link.alternate_key <> link.url_key
    AND page.stands
    AND sets.url_key IS NULL
GROUP BY page.url, page.sitemap_url, page.line

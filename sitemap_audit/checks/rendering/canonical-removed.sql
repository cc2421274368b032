/*
---
severity: warning
cause: has a canonical that JavaScript removes
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
# Canonical removed by JavaScript

## What it finds

A page in the sitemap with a canonical in the original HTML or HTTP header, and without a valid
canonical in the rendered HTML. A canonical that an invalid element has moved into the body is
reported by `rendering/head-broken`.

## Why it matters

Google also indexes the rendered HTML, and asks that JavaScript leave the canonical unchanged.
Without it, Google chooses a canonical by other signals.

## How to fix it

Keep the canonical in the `<head>` that JavaScript writes: check the head component of the framework
(such as next/head, React Helmet or Unhead) and scripts of the tag manager.

## Example

### JavaScript removes the canonical

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

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | Original HTML: https://example.com/a; rendered HTML: none | Same canonical in both | Correct the script that removes the canonical |

### Canonical in the body, page not rendered

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
    CONCAT('Original HTML: ', served_canonical, '; rendered HTML: none') AS observed,
    'Same canonical in both' AS expected,
    'Correct the script that removes the canonical' AS fix
FROM rendered_pages
WHERE
    is_known
    AND redirect_url IS NULL
    AND served_canonical IS NOT NULL
    AND rendered_canonicals = 0
    AND rendered_head_ended_by IS NULL

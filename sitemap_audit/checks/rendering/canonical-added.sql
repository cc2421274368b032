/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
known_as:
  Sitebulb: ["Indexability: Canonical only in rendered DOM"]
needs: [entries, pages, page_canonicals, renders, render_canonicals]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Canonical that only the rendered page has

## What it finds

A listed page that is served without a canonical that has an effect, and gets one from a script.

## Why it matters

Whoever does not run scripts, Bing at times among them, sees no canonical; and Google learns of it
later, once it has rendered the page.

## How to fix it

Write the canonical into the page that is served.

## Example

### A script sets it

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/b | https://example.com/b |

`render_canonicals`

| url | canonical |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/b | https://example.com/b |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | served: none; rendered: https://example.com/a | a canonical in the served page | <link rel="canonical" href="https://example.com/a"> | https://example.com/a | add | canonical | https://example.com/a |

### Neither has one

`entries`

| loc |
|---|
| https://example.com/a |

`renders`

| url |
|---|
| https://example.com/a |

finds:

nothing
*/
SELECT
    page.url,
    page.sitemap_url,
    MIN(rendered.canonical) AS related_url,
    page.line,
    CONCAT('served: none; rendered: ', MIN(rendered.canonical)) AS observed,
    'a canonical in the served page' AS expected,
    CONCAT(
        '<link rel="canonical" href="', REPLACE(MIN(rendered.canonical), '&', '&amp;'), '">'
    ) AS fix,
    CASE WHEN MIN(rendered.canonical) = MAX(rendered.canonical) THEN page.url END AS change_url,
    'add' AS action,
    'canonical' AS place,
    MIN(rendered.canonical) AS "to"
FROM rendered_pages AS page
INNER JOIN rendered_canonicals AS rendered ON page.page_id = rendered.page_id
WHERE page.is_known AND page.redirect_url IS NULL AND page.served_canonicals = 0
GROUP BY page.url, page.sitemap_url, page.line

/*
---
severity: warning
cause: has a canonical only in the rendered HTML
confidence: high
basis: documented
engines: [google]
known_as:
  Screaming Frog: ["JavaScript: Canonical Only in Rendered HTML"]
  Sitebulb: ["Indexability: Canonical only in rendered DOM"]
needs: [entries, pages, page_canonicals, renders, render_canonicals]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Canonical only in rendered HTML

## What it finds

A page in the sitemap whose rendered HTML has a canonical, while neither its original HTML nor its
HTTP header has a valid one. JavaScript adds it.

## Why it matters

Google sees the canonical only after rendering, which can be later than the crawl, and recommends
setting it in the original HTML. Crawlers that do not run JavaScript never see it; Bing does not
render every page.

## How to fix it

Add the canonical to the `<head>` of the original HTML: in the server-side template, in the CMS
plugin (such as Yoast), or with server-side rendering. Remove it from the script, or set the same
URL there.

## Example

### JavaScript adds the canonical

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | Original HTML: none; rendered HTML: https://example.com/a | Canonical in the original HTML | Add <link rel="canonical" href="https://example.com/a"> | https://example.com/a | add | canonical | https://example.com/a |

### No canonical in either

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
    CONCAT('Original HTML: none; rendered HTML: ', MIN(rendered.canonical)) AS observed,
    'Canonical in the original HTML' AS expected,
    CONCAT(
        'Add <link rel="canonical" href="', REPLACE(MIN(rendered.canonical), '&', '&amp;'), '">'
    ) AS fix,
    CASE WHEN MIN(rendered.canonical) = MAX(rendered.canonical) THEN page.url END AS change_url,
    'add' AS action,
    'canonical' AS place,
    MIN(rendered.canonical) AS "to"
FROM rendered_pages AS page
INNER JOIN rendered_canonicals AS rendered ON page.page_id = rendered.page_id
WHERE page.is_known AND page.redirect_url IS NULL AND page.served_canonicals = 0
GROUP BY page.url, page.sitemap_url, page.line

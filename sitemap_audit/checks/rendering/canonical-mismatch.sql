/*
---
severity: warning
cause: has a canonical that JavaScript changes
confidence: high
basis: documented
engines: [google]
known_as:
  Lumar: ["Rendered Canonical Link Mismatch"]
  Screaming Frog: ["JavaScript: Canonical Mismatch"]
  Sitebulb:
    - "Indexability: Rendered canonical is different"
    - "Rendered: Canonical mismatch between rendered and response HTML"
needs: [entries, pages, page_canonicals, renders, render_canonicals]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Canonical changed by JavaScript

## What it finds

A page in the sitemap with one canonical in the original HTML or HTTP header, and another one in the
rendered HTML. JavaScript replaces the first canonical or adds a second one.

## Why it matters

Google reads the canonical before and after rendering, and asks for the same value in both.
Contradictory canonicals can make Google choose another URL as canonical.

## How to fix it

Set the canonical in the original HTML only, and remove it from the script (tag manager, JavaScript
framework). If JavaScript must set it, use the value of the original HTML.

## Example

### Another canonical, a second canonical

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/b | https://example.com/b |
| https://example.com/c | https://example.com/c |

`render_canonicals`

| url | canonical |
|---|---|
| https://example.com/a | https://example.com/x |
| https://example.com/b | https://example.com/b |
| https://example.com/b | https://example.com/y |
| https://example.com/c | https://example.com/c |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/x | Original HTML: https://example.com/a; rendered HTML: https://example.com/x | Same canonical in both | Set the same canonical in the original HTML and in JavaScript |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/y | Original HTML: https://example.com/b; rendered HTML: https://example.com/y | Same canonical in both | Set the same canonical in the original HTML and in JavaScript |

### Same URL in another notation, ignored canonical in the body, contradictory in the original HTML

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | /a |
| https://example.com/b | https://example.com/b |
| https://example.com/c | https://example.com/c |
| https://example.com/c | https://example.com/d |

`render_canonicals`

| url | href | in_head |
|---|---|---|
| https://example.com/a | https://EXAMPLE.com/a#top | true |
| https://example.com/b | https://example.com/b | true |
| https://example.com/b | https://example.com/x | false |
| https://example.com/c | https://example.com/x | true |

finds:

nothing
*/
SELECT
    page.url,
    page.sitemap_url,
    MIN(rendered.canonical) AS related_url,
    page.line,
    CONCAT(
        'Original HTML: ', page.served_canonical, '; rendered HTML: ', MIN(rendered.canonical)
    ) AS observed,
    'Same canonical in both' AS expected,
    'Set the same canonical in the original HTML and in JavaScript' AS fix
FROM rendered_pages AS page
INNER JOIN rendered_canonicals AS rendered ON page.page_id = rendered.page_id
WHERE
    page.is_known
    AND page.redirect_url IS NULL
    AND page.served_canonical IS NOT NULL
    AND NOT rendered.is_own
GROUP BY page.url, page.sitemap_url, page.line, page.served_canonical

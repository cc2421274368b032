/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [canonical-rendered-mismatch]
known_as:
  Lumar: ["Rendered Canonical Link Mismatch"]
  Sitebulb: ["Indexability: Rendered canonical is different"]
needs: [entries, pages, page_canonicals, renders, render_canonicals]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Canonical that a script changes

## What it finds

A listed page that is served with a canonical, and names another URL as canonical once its scripts
have run, in place of the first or beside it.

## Why it matters

Google reads both and gets two answers to one question. Which of them it follows is not said.

## How to fix it

Let the served page and its scripts name the same canonical, best in the served page alone.

## Example

### Another one, and a second one

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

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/x | served: https://example.com/a; rendered: https://example.com/x | the same canonical in both |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/y | served: https://example.com/b; rendered: https://example.com/y | the same canonical in both |

### Written otherwise, without effect, or in contradiction from the start

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
    CONCAT('served: ', page.served_canonical, '; rendered: ', MIN(rendered.canonical)) AS observed,
    'the same canonical in both' AS expected
FROM rendered_pages AS page
INNER JOIN rendered_canonicals AS rendered ON page.page_id = rendered.page_id
WHERE
    page.is_known
    AND page.redirect_url IS NULL
    AND page.served_canonical IS NOT NULL
    AND NOT rendered.is_own
GROUP BY page.url, page.sitemap_url, page.line, page.served_canonical

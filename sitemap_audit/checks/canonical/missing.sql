/*
---
severity: warning
cause: has no canonical
confidence: high
basis: advisory
engines: [google, bing]
known_as:
  Google Search Console: ["Page indexing: Duplicate without user-selected canonical"]
  Lumar: ["Pages without Valid Canonical Tag"]
  Screaming Frog: ["Canonicals: Missing"]
needs: [entries, pages, page_canonicals, renders, render_canonicals]
over: listed_pages
tag: head
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Canonical missing

## What it finds

A listed, indexable HTML page has no canonical: no `<link rel="canonical">` in its HTML and none in
a Link header. A canonical with a fault is reported by the check of that fault. One that only
JavaScript adds is reported by `rendering/canonical-added`, where pages are rendered.

## Why it matters

A canonical is optional. Without one, search engines choose a URL themselves where the same page is
available under several URLs (parameters, upper case, trailing slash). Google recommends a
self-referencing canonical.

## How to fix it

Add `<link rel="canonical" href="…">` with the page's absolute URL to the `<head>` in the template,
or turn on canonicals in the CMS plugin (Yoast and Rank Math write them by default). For duplicates
(`site/duplicate-content`), use the URL that you want to be indexed.

## Example

### One page without a canonical, one with, one with a Link header

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 4 |
| https://example.com/c | 5 |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_canonicals`

| url | href | source |
|---|---|---|
| https://example.com/b | https://example.com/b | html |
| https://example.com/c | https://example.com/c | header |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | No canonical | Self-referencing canonical | Add <link rel="canonical" href="https://example.com/a"> | https://example.com/a | add | canonical | https://example.com/a |

### 404, a PDF, noindex, a redirect, a refresh, a page not fetched

`entries`

| loc |
|---|
| https://example.com/gone |
| https://example.com/paper.pdf |
| https://example.com/hidden |
| https://example.com/old |
| https://example.com/stub |
| https://example.com/not-fetched |

`pages`

| url | status | content_type | noindex | location | refresh_url |
|---|---|---|---|---|---|
| https://example.com/gone | 404 | | | | |
| https://example.com/paper.pdf | 200 | application/pdf | false | | |
| https://example.com/hidden | 200 | text/html | true | | |
| https://example.com/old | 301 | | | /new | |
| https://example.com/stub | 200 | text/html | false | | https://example.com/new |

finds:

nothing

### A canonical with a fault is not a missing canonical

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_canonicals`

| url | href | in_head |
|---|---|---|
| https://example.com/a | | true |
| https://example.com/b | https://example.com/b | false |

finds:

nothing
*/
SELECT
    page.url,
    page.sitemap_url,
    page.line,
    'No canonical' AS observed,
    CASE
        WHEN twins.first_url <> page.url THEN CONCAT('Canonical: ', twins.first_url)
        ELSE 'Self-referencing canonical'
    END AS expected,
    'Add <link rel="canonical" href="'
    || REPLACE(COALESCE(twins.first_url, page.url), '&', '&amp;') || '">' AS fix,
    page.url AS change_url,
    'add' AS action,
    'canonical' AS place,
    COALESCE(twins.first_url, page.url) AS "to"
FROM listed_pages AS page
LEFT JOIN twin_pages AS twins ON page.url_key = twins.url_key AND twins.words >= 50
WHERE
    page.stands
    AND page.parsed
    AND NOT EXISTS (
        SELECT 1 FROM listed_canonicals
        WHERE listed_canonicals.url_key = page.url_key
    )
    AND NOT EXISTS (
        SELECT 1 FROM rendered_canonicals
        WHERE rendered_canonicals.page_id = page.page_id
    )

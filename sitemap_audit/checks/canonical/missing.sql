/*
---
severity: warning
confidence: high
basis: advisory
engines: [google, bing]
aliases: [canonical-missing]
known_as:
  Google Search Console: ["Page indexing: Duplicate without user-selected canonical"]
  Lumar: ["Pages without Valid Canonical Tag"]
  Screaming Frog: ["Canonicals: Missing"]
needs: [entries, pages, page_canonicals, renders, render_canonicals]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Listed page without a canonical

## What it finds

A listed HTML page that may be indexed and names no canonical, neither by `<link rel="canonical">`
nor in a Link header. A canonical that is there and has a fault is reported by the check of that
fault, one that only a script adds by `rendering/canonical-added` where pages are rendered.

## Why it matters

Where the same page can be had under several addresses (parameters, capital letters, slash or none),
search engines choose one themselves. A canonical says which.

## How to fix it

Put `<link rel="canonical" href="…">` with the page's own full address into its head; where the same
text is listed under several addresses (`site/duplicate-content`), with the one to keep.

## Example

### One page without, one with, one in a header

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
| https://example.com/a | https://example.com/sitemap.xml | 3 | no canonical | a canonical that names the page | <link rel="canonical" href="https://example.com/a"> | https://example.com/a | add | canonical | https://example.com/a |

### Pages that are not there, not HTML, not for the index, or elsewhere

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

### A canonical with a fault is not missing

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
    'no canonical' AS observed,
    CONCAT('a canonical that names ', COALESCE(twins.first_url, 'the page')) AS expected,
    '<link rel="canonical" href="'
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

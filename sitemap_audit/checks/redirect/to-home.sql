/*
---
severity: warning
keeps_out: pages
confidence: high
basis: inferred
engines: [google, bing]
aliases: [redirect-to-home]
needs: [entries, pages]
over: listed_redirects
unknown: "outcome = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Listed URL that redirects to the home page

## What it finds

A listed URL, not the home page itself, whose redirect ends at the home page of the same site.

## Why it matters

A page that is gone and sends everybody to the home page is taken for a soft 404: the old page's
standing is lost, and visitors do not find what they came for.

## How to fix it

Redirect to the page that took its place. If there is none, answer 404 or 410 and take the URL out
of the sitemap.

## Example

### A product that is gone

`entries`

| loc |
|---|
| https://example.com/old |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/old | 301 | https://example.com/ |
| https://example.com/ | 200 | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/old | https://example.com/sitemap.xml | https://example.com/ | leads to https://example.com/ | a page in its place, or status 404 | take it out | https://example.com/sitemap.xml | remove | loc | https://example.com/old |

### A home page under its other name

`entries`

| loc |
|---|
| http://www.example.com/ |
| https://example.com/index.html |

`pages`

| url | status | location |
|---|---|---|
| http://www.example.com/ | 301 | https://example.com/ |
| https://example.com/index.html | 301 | https://example.com/ |
| https://example.com/ | 200 | |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    final_url AS related_url,
    line,
    CONCAT('leads to ', final_url) AS observed,
    'a page in its place, or status 404' AS expected,
    'take it out' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    loc AS "from"
FROM listed_redirects
WHERE outcome = 'ok' AND difference = 'home'

/*
---
severity: warning
keeps_out: pages
cause: redirects to the homepage
confidence: high
basis: inferred
engines: [google, bing]
follows: [redirect/listed-url-redirects]
needs: [entries, pages]
over: listed_redirects
unknown: "outcome = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# URL in sitemap redirects to the homepage

## What it finds

A listed URL other than the homepage that redirects to the homepage of the same site.

## Why it matters

Google treats a redirect from a removed page to an unrelated page, such as the homepage, as a soft
404. The ranking signals of the old page are lost, and visitors do not find its content.

## How to fix it

Redirect to the page that replaces it, in the server configuration or the redirect plugin. If there
is none, return 404 or 410 and remove the URL in the sitemap generator.

## Example

### A removed product

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
| https://example.com/old | https://example.com/sitemap.xml | https://example.com/ | Redirects to https://example.com/ (301) | Redirect to a matching page, or 404 | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/old |

### Other URLs of the homepage

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
    CONCAT('Redirects to ', final_url, ' (', REPLACE(statuses, ', ', ' → '), ')') AS observed,
    'Redirect to a matching page, or 404' AS expected,
    'Remove from the sitemap' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    loc AS "from"
FROM listed_redirects
WHERE outcome = 'ok' AND difference = 'home'

/*
---
severity: warning
cause: redirects by an HTTP Refresh header
confidence: high
basis: documented
engines: [google]
known_as:
  Screaming Frog: ["Response Codes: Internal Redirection (HTTP Refresh)"]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
since: 0.1.0
---
# HTTP Refresh redirect in sitemap

## What it finds

A listed page that returns 200 with a `Refresh` header to another URL. A page that only reloads
itself is not reported.

## Why it matters

Google treats an instant refresh as a permanent redirect and a delayed one as a temporary redirect,
so it may index the target instead. It recommends a server-side redirect.

## How to fix it

Return a 301 or 308 redirect from the server or application instead of the `Refresh` header, and
list the target. If the page should be indexed, remove the header.

## Example

### To another page, and to itself

`entries`

| loc |
|---|
| https://example.com/old |
| https://example.com/ticker |
| https://example.com/plain |

`pages`

| url | refresh | refresh_source | refresh_url |
|---|---|---|---|
| https://example.com/old | 0; url=/new | header | https://example.com/new |
| https://example.com/new | | | |
| https://example.com/ticker | 60 | header | https://example.com/ticker |
| https://example.com/plain | | | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/old | https://example.com/sitemap.xml | https://example.com/new | Refresh: 0; url=/new | 301 or 308 | Replace with https://example.com/new | https://example.com/sitemap.xml | replace | loc | https://example.com/old | https://example.com/new |

### Meta refresh belongs to another check

`entries`

| loc |
|---|
| https://example.com/old |

`pages`

| url | refresh | refresh_source | refresh_url |
|---|---|---|---|
| https://example.com/old | 0; url=/new | meta | https://example.com/new |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    target AS related_url,
    line,
    CONCAT('Refresh: ', refresh, CASE WHEN is_noindex THEN '; noindex' END) AS observed,
    '301 or 308' AS expected,
    COALESCE(fix, 'Redirect with 301, or remove the Refresh header') AS fix,
    CASE WHEN action IS NOT NULL THEN sitemap_url END AS change_url,
    action,
    'loc' AS place,
    loc AS "from",
    wanted AS "to"
FROM listed_refreshes
WHERE source = 'header'

/*
---
severity: warning
cause: redirects by a meta refresh
confidence: high
basis: documented
engines: [google]
known_as:
  Ahrefs: ["Meta refresh redirect"]
  Screaming Frog: ["Response Codes: Internal Redirection (Meta Refresh)", "Directives: Refresh"]
  Semrush: ["Meta refresh"]
  Sitebulb: ["Redirects: Meta refresh"]
needs: [entries, pages]
over: listed_pages
tag: refresh
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://yandex.com/support/webmaster/en/controlling-robot/metatags
since: 0.1.0
---
# Meta refresh redirect in sitemap

## What it finds

A listed page that returns 200 with a `<meta http-equiv="refresh">` to another URL. A page that only
reloads itself is not reported.

## Why it matters

Google treats an instant meta refresh as a permanent redirect and a delayed one as a temporary
redirect, so it may index the target instead. Yandex treats a short delay as a temporary redirect.
Google recommends a server-side redirect.

## How to fix it

Redirect with 301 or 308 on the server instead of the meta refresh in the template, and list the
target. If the page should be indexed, remove the meta refresh.

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
| https://example.com/old | 0; url=/new | meta | https://example.com/new |
| https://example.com/new | | | |
| https://example.com/ticker | 60 | meta | https://example.com/ticker |
| https://example.com/plain | | | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/old | https://example.com/sitemap.xml | https://example.com/new | Meta refresh: 0; url=/new | 301 or 308 | Replace with https://example.com/new | https://example.com/sitemap.xml | replace | loc | https://example.com/old | https://example.com/new |

### The Refresh header belongs to another check

`entries`

| loc |
|---|
| https://example.com/old |

`pages`

| url | refresh | refresh_source | refresh_url |
|---|---|---|---|
| https://example.com/old | 0; url=/new | header | https://example.com/new |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    target AS related_url,
    line,
    CONCAT('Meta refresh: ', refresh, CASE WHEN is_noindex THEN '; noindex' END) AS observed,
    '301 or 308' AS expected,
    COALESCE(fix, 'Redirect with 301, or remove the meta refresh') AS fix,
    CASE WHEN action IS NOT NULL THEN sitemap_url END AS change_url,
    action,
    'loc' AS place,
    loc AS "from",
    wanted AS "to"
FROM listed_refreshes
WHERE source = 'meta'

/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [redirect-meta-refresh]
known_as:
  Ahrefs: ["Meta refresh redirect"]
  Screaming Frog: ["Response Codes: Internal Redirection (Meta Refresh)", "Directives: Refresh"]
  Semrush: ["Meta refresh"]
  Sitebulb: ["Redirects: Meta refresh"]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
since: 0.1.0
---
# Listed URL that leads on by meta refresh

## What it finds

A listed page that answers with content and with a `<meta http-equiv="refresh">` to another address.
One that only loads itself again is left alone.

## Why it matters

Search engines may take it for a redirect, at once or after a delay, and index the target instead;
visitors are moved about. A redirect by status is clear.

## How to fix it

Answer with a 301 or 308 status, and list the target in place of this URL. If the page is to be
indexed, remove the refresh.

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
| https://example.com/old | https://example.com/sitemap.xml | https://example.com/new | meta refresh: 0; url=/new | status 301 or 308 | Replace with https://example.com/new | https://example.com/sitemap.xml | replace | loc | https://example.com/old | https://example.com/new |

### The other way to refresh is another check's

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
    CONCAT('meta refresh: ', refresh) AS observed,
    'status 301 or 308' AS expected,
    fix,
    CASE WHEN action IS NOT NULL THEN sitemap_url END AS change_url,
    action,
    'loc' AS place,
    loc AS "from",
    wanted AS "to"
FROM listed_refreshes
WHERE source = 'meta'

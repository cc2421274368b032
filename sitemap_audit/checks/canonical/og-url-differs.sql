/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google, bing]
aliases: [canonical-og-url-mismatch]
needs: [entries, pages, page_canonicals]
over: canonical_targets
when: "listed"
see:
  - https://ogp.me/
since: 0.1.0
---
# Canonical and og:url that differ

## What it finds

A listed page whose `og:url` names another address than its canonical.

## Why it matters

`og:url` is what social networks take for the page's address; shares and likes are counted for it.
Search engines are not known to heed it. Where the two differ, one of them is mostly forgotten.

## How to fix it

Write the canonical address into `og:url`.

## Example

### The old address is shared

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | og_url |
|---|---|
| https://example.com/a | http://example.com/a |
| https://example.com/b | https://example.com/b |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/b | https://example.com/b |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | http://example.com/a | og:url is http://example.com/a | https://example.com/a | <meta property="og:url" content="https://example.com/a"> | https://example.com/a | replace | meta | og:url: http://example.com/a | og:url: https://example.com/a |
*/
SELECT
    target.url,
    listed.sitemap_url,
    pages.og_url AS related_url,
    listed.line,
    CONCAT('og:url is ', pages.og_url) AS observed,
    target.canonical AS expected,
    '<meta property="og:url" content="' || REPLACE(target.canonical, '&', '&amp;') || '">' AS fix,
    target.url AS change_url,
    'replace' AS action,
    'meta' AS place,
    'og:url: ' || pages.og_url AS "from",
    'og:url: ' || target.canonical AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
INNER JOIN pages ON target.url_key = pages.url_key
WHERE pages.og_url_key <> target.canonical_key

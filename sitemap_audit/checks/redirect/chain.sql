/*
---
severity: warning
confidence: high
basis: documented
engines: [google, bing]
aliases: [redirect-chain]
known_as:
  Ahrefs: ["Redirect chain"]
  Screaming Frog: ["Response Codes: Internal Redirect Chain"]
  Semrush: ["Redirect chains and loops"]
needs: [entries, pages]
over: redirect_chains
when: "listed"
unknown: "outcome = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Redirect chain

## What it finds

A listed URL from which two redirects or more lead to the final page, but no more than search
engines follow.

## Why it matters

Each hop costs visitors time and search engines a crawl; signals weaken on the way, and the chain
breaks with its weakest hop.

## How to fix it

Redirect straight to the final address, and list that.

## Example

### Two hops, and one

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/once |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | /b |
| https://example.com/b | 302 | /c |
| https://example.com/c | 200 | |
| https://example.com/once | 301 | /c |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/c | 2 redirects: 301, 302 | one redirect at most | redirect straight to https://example.com/c | https://example.com/a | replace | redirect | https://example.com/b | https://example.com/c |

### A chain that ends in an error is judged on its end

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | /b |
| https://example.com/b | 301 | /c |
| https://example.com/c | 500 | |

finds:

nothing
*/
SELECT
    redirect_chains.url,
    listed.sitemap_url,
    redirect_chains.final_url AS related_url,
    listed.line,
    CONCAT(redirect_chains.hops, ' redirects: ', redirect_chains.statuses) AS observed,
    'one redirect at most' AS expected,
    CASE
        WHEN redirect_chains.outcome = 'ok'
            THEN CONCAT('redirect straight to ', redirect_chains.final_url)
    END AS fix,
    CASE WHEN redirect_chains.outcome = 'ok' THEN redirect_chains.url END AS change_url,
    'replace' AS action,
    'redirect' AS place,
    redirect_chains.next_url AS "from",
    redirect_chains.final_url AS "to"
FROM redirect_chains
INNER JOIN listed ON redirect_chains.url_key = listed.url_key
WHERE redirect_chains.outcome IN ('ok', 'unknown') AND redirect_chains.hops BETWEEN 2 AND 10

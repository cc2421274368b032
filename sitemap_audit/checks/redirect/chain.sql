/*
---
severity: warning
cause: redirects several times in a row
confidence: high
basis: documented
engines: [google, bing]
follows: [redirect/listed-url-redirects]
known_as:
  Ahrefs: ["Redirect chain"]
  Screaming Frog: ["Response Codes: Internal Redirect Chain"]
  Semrush: ["Redirect chains and loops"]
worse: [redirect/chain-too-long]
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
# Redirect chain in sitemap

## What it finds

A listed URL with 2 to 10 redirects to its final URL.

## Why it matters

Google follows up to 10 redirects, but recommends a single one. Each redirect costs visitors time
and search engines crawl budget, and the chain breaks if one of its URLs fails.

## How to fix it

Redirect directly to the final URL in the server configuration, the CDN or the redirect plugin, and
list the final URL in the sitemap. Merge rules for https, `www` and the trailing slash into one.

## Example

### 2 redirects, and 1

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/c | 301 → 302 → 200 | At most 1 redirect | Redirect directly to https://example.com/c | https://example.com/a | replace | redirect | https://example.com/b | https://example.com/c |

### A chain that ends in 500

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
    CONCAT(
        REPLACE(redirect_chains.statuses, ', ', ' → '),
        ' → ',
        COALESCE(CAST(redirect_chains.final_status AS VARCHAR), 'not checked')
    ) AS observed,
    'At most 1 redirect' AS expected,
    CASE
        WHEN redirect_chains.outcome = 'ok' AND final.fault IS NULL
            THEN CONCAT('Redirect directly to ', redirect_chains.final_url)
        ELSE 'Redirect directly to the final URL'
    END AS fix,
    CASE WHEN redirect_chains.outcome = 'ok' AND final.fault IS NULL THEN redirect_chains.url END
        AS change_url,
    'replace' AS action,
    'redirect' AS place,
    redirect_chains.next_url AS "from",
    redirect_chains.final_url AS "to"
FROM redirect_chains
INNER JOIN listed ON redirect_chains.url_key = listed.url_key
LEFT JOIN indexability AS final ON redirect_chains.final_key = final.url_key
WHERE redirect_chains.outcome IN ('ok', 'unknown') AND redirect_chains.hops BETWEEN 2 AND 10

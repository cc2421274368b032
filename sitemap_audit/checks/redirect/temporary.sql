/*
---
severity: warning
cause: redirects temporarily (302, 303 or 307)
confidence: high
basis: documented
engines: [google, bing]
follows: [redirect/listed-url-redirects]
known_as:
  Ahrefs: ["302 redirect"]
  Semrush: ["Temporary redirects"]
needs: [entries, pages]
over: redirect_chains
when: "listed"
unknown: "outcome = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Temporary redirect (302, 303, 307) in sitemap

## What it finds

A listed URL with a temporary redirect (302, 303 or 307) in its chain. Redirects to a login page are
reported by `redirect/to-login`.

## Why it matters

Google treats a permanent redirect as a strong signal that the target is canonical, and a temporary
one as a weak signal: the old URL may stay in the index. Bing also uses 301 for permanent moves and
302 for short ones.

## How to fix it

Replace 302, 303 or 307 with 301 or 308 in the server configuration, the CDN or the redirect plugin
if the move is permanent, and list the target. If it is temporary, keep the redirect and list the
URL that should be indexed.

## Example

### A temporary redirect anywhere in the chain

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/for-good |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 302 | /c |
| https://example.com/b | 301 | /b/ |
| https://example.com/b/ | 307 | /c |
| https://example.com/c | 200 | |
| https://example.com/for-good | 308 | /c |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/c | Redirects to https://example.com/c (302) | 301 or 308 | Replace with https://example.com/c | https://example.com/sitemap.xml | replace | loc | https://example.com/a | https://example.com/c |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/c | Redirects to https://example.com/c (301 → 307) | 301 or 308 | Replace with https://example.com/c | https://example.com/sitemap.xml | replace | loc | https://example.com/b | https://example.com/c |

### To a login page, disallowed or not

`entries`

| loc |
|---|
| https://example.com/account |
| https://example.com/orders |

`pages`

| url | status | location | error |
|---|---|---|---|
| https://example.com/account | 302 | https://example.com/login?next=/account | |
| https://example.com/login?next=/account | 200 | | |
| https://example.com/orders | 302 | https://example.com/signin | |
| https://example.com/signin | | | disallowed |

finds:

nothing
*/
SELECT
    chain.url,
    redirects.sitemap_url,
    chain.final_url AS related_url,
    redirects.line,
    CONCAT(
        'Redirects to ', chain.final_url, ' (', REPLACE(chain.statuses, ', ', ' → '), ')'
    ) AS observed,
    '301 or 308' AS expected,
    COALESCE(redirects.fix, 'Use 301 or 308 if the move is permanent') AS fix,
    CASE WHEN redirects.action IS NOT NULL THEN redirects.sitemap_url END AS change_url,
    redirects.action,
    'loc' AS place,
    redirects.loc AS "from",
    redirects.wanted AS "to"
FROM redirect_chains AS chain
INNER JOIN listed_redirects AS redirects ON chain.url_key = redirects.url_key
WHERE
    chain.has_temporary
    AND chain.outcome IN ('ok', 'unknown')
    AND NOT redirects.leads_to_login

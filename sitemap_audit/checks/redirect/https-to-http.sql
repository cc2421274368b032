/*
---
severity: error
confidence: high
basis: inferred
engines: [google, bing]
aliases: [redirect-https-to-http]
known_as:
  Ahrefs: ["HTTPS to HTTP redirect"]
needs: [entries, pages]
over: redirect_chains
when: "listed"
unknown: "outcome = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
since: 0.1.0
---
# Listed URL whose redirects lead from https to http

## What it finds

A listed URL one of whose redirects leads from an https address to an http address, even if the end
is https again.

## Why it matters

That hop can be read and changed on its way, and browsers may refuse it. It mostly comes from a
server that does not know that it stands behind a proxy with TLS.

## How to fix it

Let the server write https addresses into Location.

## Example

### There and back again

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | http://example.com/a/ |
| http://example.com/a/ | 301 | https://example.com/a/ |
| https://example.com/a/ | 200 | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a/ | a redirect to http on the way to https://example.com/a/ | https all the way | redirect straight to https://example.com/a/ | https://example.com/a | replace | redirect | http://example.com/a/ | https://example.com/a/ |

### Upwards is well

`entries`

| loc |
|---|
| http://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| http://example.com/a | 301 | https://example.com/a |
| https://example.com/a | 200 | |

finds:

nothing
*/
SELECT
    chain.url,
    listed.sitemap_url,
    chain.final_url AS related_url,
    listed.line,
    CONCAT('a redirect to http on the way to ', chain.final_url) AS observed,
    'https all the way' AS expected,
    CASE
        WHEN chain.outcome = 'ok' AND chain.final_url LIKE 'https:%'
            THEN CONCAT('redirect straight to ', chain.final_url)
    END AS fix,
    CASE WHEN chain.outcome = 'ok' AND chain.final_url LIKE 'https:%' THEN chain.url END
        AS change_url,
    'replace' AS action,
    'redirect' AS place,
    chain.next_url AS "from",
    chain.final_url AS "to"
FROM redirect_chains AS chain
INNER JOIN listed ON chain.url_key = listed.url_key
WHERE chain.has_downgrade AND chain.outcome <> 'loop'

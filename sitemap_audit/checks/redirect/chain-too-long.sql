/*
---
severity: error
keeps_out: pages
cause: redirects more than 10 times in a row
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Ahrefs: ["Redirect chain too long"]
  Google Search Console:
    - "URLs not followed"
    - "Too many redirects"
    - "Page indexing: Redirect error"
needs: [entries, pages]
over: redirect_chains
when: "listed"
unknown: "outcome = 'unknown'"
parameters: {max_hops: 10}
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Redirect chain longer than 10 redirects

## What it finds

A listed URL with more than `max_hops` redirects (10) to its final URL.

## Why it matters

Googlebot follows at most 10 redirects, then Search Console reports a redirect error. The final URL
is not crawled by this route.

## How to fix it

Redirect directly to the final URL in the server configuration, the CDN or the redirect plugin, and
list the final URL in the sitemap.

## Example

### 11 redirects, and 10

`entries`

| loc |
|---|
| https://example.com/1 |
| https://example.com/2 |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/1 | 301 | /2 |
| https://example.com/2 | 301 | /3 |
| https://example.com/3 | 301 | /4 |
| https://example.com/4 | 301 | /5 |
| https://example.com/5 | 301 | /6 |
| https://example.com/6 | 301 | /7 |
| https://example.com/7 | 301 | /8 |
| https://example.com/8 | 301 | /9 |
| https://example.com/9 | 301 | /10 |
| https://example.com/10 | 301 | /11 |
| https://example.com/11 | 301 | /12 |
| https://example.com/12 | 200 | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/1 | https://example.com/sitemap.xml | https://example.com/12 | 11 redirects | At most 10 redirects | Redirect directly to https://example.com/12 | https://example.com/1 | replace | redirect | https://example.com/2 | https://example.com/12 |

### 20 redirects without a final URL

`parameters`

| max_hops |
|---|
| 10 |

`entries`

| loc |
|---|
| https://example.com/0 |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/0 | 302 | /1 |
| https://example.com/1 | 302 | /2 |
| https://example.com/2 | 302 | /3 |
| https://example.com/3 | 302 | /4 |
| https://example.com/4 | 302 | /5 |
| https://example.com/5 | 302 | /6 |
| https://example.com/6 | 302 | /7 |
| https://example.com/7 | 302 | /8 |
| https://example.com/8 | 302 | /9 |
| https://example.com/9 | 302 | /10 |
| https://example.com/10 | 302 | /11 |
| https://example.com/11 | 302 | /12 |
| https://example.com/12 | 302 | /13 |
| https://example.com/13 | 302 | /14 |
| https://example.com/14 | 302 | /15 |
| https://example.com/15 | 302 | /16 |
| https://example.com/16 | 302 | /17 |
| https://example.com/17 | 302 | /18 |
| https://example.com/18 | 302 | /19 |
| https://example.com/19 | 302 | /20 |
| https://example.com/20 | 302 | /21 |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/0 | https://example.com/sitemap.xml | https://example.com/20 | 20 redirects, final URL not reached | At most 10 redirects | Redirect directly to the final URL |

### Redirect loop

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | /b |
| https://example.com/b | 301 | /a |

finds:

nothing
*/
WITH too_long AS (
    SELECT
        url,
        url_key,
        next_url,
        final_url,
        final_key,
        outcome,
        CASE
            WHEN outcome = 'too-long' THEN CONCAT(hops, ' redirects, final URL not reached')
            ELSE CONCAT(hops, ' redirects')
        END AS observed,
        CONCAT('At most ', $max_hops, ' redirects') AS expected
    FROM redirect_chains
    WHERE outcome <> 'loop' AND hops > $max_hops
)

SELECT
    too_long.url,
    listed.sitemap_url,
    too_long.final_url AS related_url,
    listed.line,
    too_long.observed,
    too_long.expected,
    CASE
        WHEN too_long.outcome = 'ok' AND final.fault IS NULL
            THEN CONCAT('Redirect directly to ', too_long.final_url)
        ELSE 'Redirect directly to the final URL'
    END AS fix,
    CASE WHEN too_long.outcome = 'ok' AND final.fault IS NULL THEN too_long.url END AS change_url,
    'replace' AS action,
    'redirect' AS place,
    too_long.next_url AS "from",
    too_long.final_url AS "to"
FROM too_long
INNER JOIN listed ON too_long.url_key = listed.url_key
LEFT JOIN indexability AS final ON too_long.final_key = final.url_key

/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [redirect-chain-too-long]
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
# Redirect chain that is too long

## What it finds

A listed URL from which more than ten redirects lead on.

## Why it matters

Google gives up after ten redirects and does not reach the page.

## How to fix it

Redirect straight to the final address, and list that.

## Example

### Eleven hops, and from the second page on ten

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
| https://example.com/1 | https://example.com/sitemap.xml | https://example.com/12 | 11 redirects | at most 10 redirects | redirect straight to https://example.com/12 | https://example.com/1 | replace | redirect | https://example.com/2 | https://example.com/12 |

### A chain without an end is followed for a while

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

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/0 | https://example.com/sitemap.xml | https://example.com/20 | 20 redirects and no end | at most 10 redirects |

### A loop is not a long chain

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
        CASE
            WHEN outcome = 'too-long' THEN CONCAT(hops, ' redirects and no end')
            ELSE CONCAT(hops, ' redirects')
        END AS observed,
        CONCAT('at most ', $max_hops, ' redirects') AS expected,
        CASE WHEN outcome = 'ok' THEN CONCAT('redirect straight to ', final_url) END AS fix
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
    too_long.fix,
    CASE WHEN too_long.fix IS NOT NULL THEN too_long.url END AS change_url,
    'replace' AS action,
    'redirect' AS place,
    too_long.next_url AS "from",
    too_long.final_url AS "to"
FROM too_long
INNER JOIN listed ON too_long.url_key = listed.url_key

/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [redirect-broken]
known_as:
  Ahrefs: ["Broken redirect"]
  Google Search Console: ["Page indexing: Redirect error"]
  Sitebulb: ["Redirects: Internal redirect broken", "Redirects: External redirect broken"]
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
# Redirect that leads to an error

## What it finds

A listed URL whose redirect, or chain of redirects, ends in a 4xx or 5xx status or without an
answer.

## Why it matters

Visitors and search engines that follow it find nothing.

## How to fix it

Redirect to a page that is there and list that page; or take the URL out of the sitemap and let it
answer 404 or 410.

## Example

### Errors at the end

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | status | location | error |
|---|---|---|---|
| https://example.com/a | 301 | /gone | |
| https://example.com/gone | 404 | | |
| https://example.com/b | 301 | /b/ | |
| https://example.com/b/ | 302 | https://no.example/ | |
| https://no.example/ | | | dns |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/gone | 301, then 404 | status 200 at the end | take it out | https://example.com/sitemap.xml | remove | loc | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | https://no.example/ | 301, 302, then DNS lookup failed (no such host) | status 200 at the end | | | | | |

### An end that is not known, and a good one

`entries`

| loc |
|---|
| https://example.com/walled |
| https://example.com/not-fetched |
| https://example.com/fine |

`pages`

| url | status | location | error |
|---|---|---|---|
| https://example.com/walled | 301 | /private | |
| https://example.com/private | | | disallowed |
| https://example.com/not-fetched | 301 | /later | |
| https://example.com/fine | 301 | / | |
| https://example.com/ | 200 | | |

finds:

nothing
*/
SELECT
    redirect_chains.url,
    listed.sitemap_url,
    redirect_chains.final_url AS related_url,
    listed.line,
    CONCAT(
        redirect_chains.statuses,
        ', then ',
        COALESCE(
            CAST(redirect_chains.final_status AS VARCHAR),
            words.words,
            redirect_chains.final_error
        )
    ) AS observed,
    'status 200 at the end' AS expected,
    CASE WHEN redirect_chains.final_status IN (404, 410) THEN 'take it out' END AS fix,
    CASE WHEN redirect_chains.final_status IN (404, 410) THEN listed.sitemap_url END AS change_url,
    'remove' AS action,
    'loc' AS place,
    listed.loc AS "from"
FROM redirect_chains
INNER JOIN listed ON redirect_chains.url_key = listed.url_key
LEFT JOIN plain_words AS words ON words.topic = 'error' AND redirect_chains.final_error = words.code
WHERE redirect_chains.outcome = 'broken'

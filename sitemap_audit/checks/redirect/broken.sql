/*
---
severity: error
keeps_out: pages
cause: redirects to a URL that returns an error
confidence: high
basis: documented
engines: [google, bing]
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
# Broken redirect in sitemap

## What it finds

A listed URL whose redirect or redirect chain ends in a 4xx or 5xx status or without a response.

## Why it matters

Google follows the redirect and treats the URL like its target: an error is not indexed. Visitors
reach an error page.

## How to fix it

Redirect to a page that returns 200 and list that page, or return 404 or 410 and remove the URL from
the sitemap. The rule is in the server configuration, the CDN or the CMS's redirect plugin.

## Example

### 404 and DNS error at the end

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/gone | 301 → 404 | 200 at the end of the redirect | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | https://no.example/ | 301 → 302 → DNS lookup failed (no such host) | 200 at the end of the redirect | Redirect to a URL that returns 200 | | | | |

### Final URL not checked; final URL returns 200

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
        REPLACE(redirect_chains.statuses, ', ', ' → '),
        ' → ',
        COALESCE(
            CAST(redirect_chains.final_status AS VARCHAR),
            words.words,
            redirect_chains.final_error
        )
    ) AS observed,
    '200 at the end of the redirect' AS expected,
    CASE
        WHEN redirect_chains.final_status IN (404, 410) THEN 'Remove from the sitemap'
        ELSE 'Redirect to a URL that returns 200'
    END AS fix,
    CASE WHEN redirect_chains.final_status IN (404, 410) THEN listed.sitemap_url END AS change_url,
    'remove' AS action,
    'loc' AS place,
    listed.loc AS "from"
FROM redirect_chains
INNER JOIN listed ON redirect_chains.url_key = listed.url_key
LEFT JOIN plain_words AS words ON words.topic = 'error' AND redirect_chains.final_error = words.code
WHERE redirect_chains.outcome = 'broken'

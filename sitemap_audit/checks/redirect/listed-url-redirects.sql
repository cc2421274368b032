/*
---
severity: error
confidence: high
basis: documented
engines: [google, bing]
aliases:
  - sitemap-url-redirects
  - redirect-trailing-slash
  - redirect-case
  - redirect-http-to-https
  - redirect-www
  - redirect-strips-query
  - redirect-target-listed
  - redirect-target-not-listed
known_as:
  Ahrefs: ["3XX redirect in sitemap", "3XX redirect", "HTTP to HTTPS redirect"]
  Google Search Console: ["URLs not followed", "Page indexing: Page with redirect"]
  Lumar: ["Redirecting Pages in Sitemaps"]
  Screaming Frog:
    - "Response Codes: Internal Redirection (3XX)"
    - "Sitemaps: Non-Indexable URLs in Sitemap"
  Semrush: ["Incorrect pages found in sitemap.xml", "Permanent redirects"]
  Sitebulb:
    - "XML Sitemaps: Redirect (3XX) URL"
    - "Redirects: Trailing slash mismatch"
    - "Redirects: Case normalization"
    - "Redirects: Internal redirected URL"
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Listed URL that redirects

## What it finds

A URL in a sitemap that answers with a redirect. Redirects that lead nowhere (loops, errors, no
usable Location) have checks of their own. Where the two addresses differ by one of the usual slips
(slash at the end, capitals, `http` and `https`, `www`, a query that is lost, or several of them), it
is named, since all such addresses of a site mostly come from one setting.

## Why it matters

A sitemap lists the addresses under which pages are to be indexed, and a redirect says that this is
not one. Search engines have to crawl twice, and the two signals contradict each other.

## How to fix it

List the address that the redirect leads to in place of this one; if it is listed already, take this
one out.

## Example

### A moved page

`entries`

| loc | line |
|---|---|
| https://example.com/old | 3 |
| https://example.com/new | 7 |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/old | 301 | /new |
| https://example.com/new | 200 | |

finds:

| url | sitemap_url | line | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/old | https://example.com/sitemap.xml | 3 | https://example.com/new | status 301 | status 200 | Remove from the sitemap; https://example.com/new is listed | https://example.com/sitemap.xml | remove | loc | https://example.com/old |

### The usual slips are named

`entries`

| loc |
|---|
| http://example.com/a |
| https://example.com/b |
| https://example.com/C |
| https://www.example.com/d |
| https://example.com/e?ref=1 |
| http://example.com/f |

`pages`

| url | status | location |
|---|---|---|
| http://example.com/a | 301 | https://example.com/a |
| https://example.com/a | 200 | |
| https://example.com/b | 301 | https://example.com/b/ |
| https://example.com/b/ | 200 | |
| https://example.com/C | 301 | https://example.com/c |
| https://example.com/c | 200 | |
| https://www.example.com/d | 301 | https://example.com/d |
| https://example.com/d | 200 | |
| https://example.com/e?ref=1 | 301 | https://example.com/e |
| https://example.com/e | 200 | |
| http://example.com/f | 301 | https://www.example.com/f/ |
| https://www.example.com/f/ | 200 | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| http://example.com/a | https://example.com/sitemap.xml | https://example.com/a | status 301 | status 200 | Replace with https://example.com/a | http instead of https | https://example.com/sitemap.xml | replace | loc | http://example.com/a | https://example.com/a |
| http://example.com/f | https://example.com/sitemap.xml | https://www.example.com/f/ | status 301 | status 200 | Replace with https://www.example.com/f/ | several differences | https://example.com/sitemap.xml | replace | loc | http://example.com/f | https://www.example.com/f/ |
| https://example.com/C | https://example.com/sitemap.xml | https://example.com/c | status 301 | status 200 | Replace with https://example.com/c | upper and lower case | https://example.com/sitemap.xml | replace | loc | https://example.com/C | https://example.com/c |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/b/ | status 301 | status 200 | Replace with https://example.com/b/ | trailing slash | https://example.com/sitemap.xml | replace | loc | https://example.com/b | https://example.com/b/ |
| https://example.com/e?ref=1 | https://example.com/sitemap.xml | https://example.com/e | status 301 | status 200 | Replace with https://example.com/e | query string lost | https://example.com/sitemap.xml | replace | loc | https://example.com/e?ref=1 | https://example.com/e |
| https://www.example.com/d | https://example.com/sitemap.xml | https://example.com/d | status 301 | status 200 | Replace with https://example.com/d | www | https://example.com/sitemap.xml | replace | loc | https://www.example.com/d | https://example.com/d |

### The end may not be indexed: there is nothing to list instead

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location | noindex |
|---|---|---|---|
| https://example.com/a | 301 | https://example.com/b | |
| https://example.com/b | 200 | | true |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | status 301 | status 200 |

### The target was not fetched: the URL redirects all the same

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 302 | /a/ |
| https://example.com/a/ | 301 | /b |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | statuses 302, 301 | status 200 |

### What is not listed, and what leads nowhere

`entries`

| loc |
|---|
| https://example.com/to-404 |
| https://example.com/loop |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/to-404 | 301 | /404 |
| https://example.com/404 | 404 | |
| https://example.com/loop | 301 | /loop |
| https://example.com/unlisted | 301 | / |

finds:

nothing
*/
SELECT
    redirects.url,
    redirects.sitemap_url,
    redirects.final_url AS related_url,
    redirects.line,
    CASE
        WHEN redirects.hops = 1 THEN CONCAT('status ', redirects.statuses)
        ELSE CONCAT('statuses ', redirects.statuses)
    END AS observed,
    'status 200' AS expected,
    redirects.fix,
    words.words AS kind,
    CASE WHEN redirects.action IS NOT NULL THEN redirects.sitemap_url END AS change_url,
    redirects.action,
    'loc' AS place,
    redirects.loc AS "from",
    redirects.wanted AS "to"
FROM listed_redirects AS redirects
LEFT JOIN plain_words AS words
    ON words.topic = 'difference' AND redirects.difference = words.code
WHERE redirects.outcome IN ('ok', 'unknown')

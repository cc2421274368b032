/*
---
severity: warning
cause: redirects to another domain
confidence: high
basis: inferred
engines: [google, bing]
follows: [redirect/listed-url-redirects]
known_as:
  Sitebulb: ["Redirects: External redirected URL"]
needs: [entries, pages]
over: redirect_chains
when: "listed"
unknown: "outcome = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
since: 0.1.0
---
# URL in sitemap redirects to another domain

## What it finds

A listed URL that redirects to another domain, which is not the domain of the sitemap either. `www`
and other subdomains of the same domain do not count. The public suffix list defines the domain
(`example.co.uk`, `example.github.io`).

## Why it matters

The sitemap lists a URL whose content belongs to another site. Google indexes the redirect target,
and a sitemap may only list URLs of its own site unless both are verified.

## How to fix it

Remove the URL in the sitemap generator. If the site has moved to another domain, list the new URLs
in a sitemap on that domain.

## Example

### Other domains, and a subdomain

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://shop.example.co.uk/ |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | https://example.net/a |
| https://example.net/a | 200 | |
| https://example.com/b | 301 | https://www.example.com/b |
| https://www.example.com/b | 200 | |
| https://shop.example.co.uk/ | 301 | https://other.co.uk/ |
| https://other.co.uk/ | 200 | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.net/a | Redirects to https://example.net/a (301) | Page on example.com | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/a |
| https://shop.example.co.uk/ | https://example.com/sitemap.xml | https://other.co.uk/ | Redirects to https://other.co.uk/ (301) | Page on example.co.uk | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://shop.example.co.uk/ |
*/
SELECT
    redirect_chains.url,
    listed.sitemap_url,
    redirect_chains.final_url AS related_url,
    listed.line,
    CONCAT(
        'Redirects to ',
        redirect_chains.final_url,
        ' (',
        REPLACE(redirect_chains.statuses, ', ', ' → '),
        ')'
    ) AS observed,
    CONCAT('Page on ', redirect_chains.first_site) AS expected,
    'Remove from the sitemap' AS fix,
    listed.sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    listed.loc AS "from"
FROM redirect_chains
INNER JOIN listed ON redirect_chains.url_key = listed.url_key
WHERE
    redirect_chains.outcome = 'ok'
    AND redirect_chains.first_site <> redirect_chains.final_site
    AND RIGHT(
        CONCAT('.', SPLIT_PART(listed.sitemap_url, '/', 3)), LENGTH(redirect_chains.final_site) + 1
    ) <> CONCAT('.', redirect_chains.final_site)

/*
---
severity: warning
confidence: high
basis: inferred
engines: [google, bing]
aliases: [redirect-off-site]
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
# Redirect to another site

## What it finds

A listed URL whose redirects end on another domain, which is not the sitemap's own either. `www` and
other subdomains of the same domain do not count; what counts as a domain is read from the public
suffix list (`example.co.uk`, `example.github.io`).

## Why it matters

The page in the sitemap is somebody else's, or has moved to another domain: this sitemap cannot
speak for it.

## How to fix it

Take the URL out of this sitemap. If the site has moved, list the new addresses in a sitemap on the
new domain.

## Example

### Another domain, and subdomains of the same

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.net/a | leads to example.net | a page on example.com | take it out | https://example.com/sitemap.xml | remove | loc | https://example.com/a |
| https://shop.example.co.uk/ | https://example.com/sitemap.xml | https://other.co.uk/ | leads to other.co.uk | a page on example.co.uk | take it out | https://example.com/sitemap.xml | remove | loc | https://shop.example.co.uk/ |
*/
SELECT
    redirect_chains.url,
    listed.sitemap_url,
    redirect_chains.final_url AS related_url,
    listed.line,
    CONCAT('leads to ', redirect_chains.final_site) AS observed,
    CONCAT('a page on ', redirect_chains.first_site) AS expected,
    'take it out' AS fix,
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

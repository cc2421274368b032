/*
---
severity: notice
cause: replaces another origin
confidence: high
basis: advisory
engines: [google, bing, yandex]
needs: [entries, previous]
over: previous_urls
when: "outcome IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes
since: 0.2.0
---
# Site moved to another origin

## What it finds

Most URLs of an origin (protocol, host and port), and most URLs that the sitemaps of its site list,
are no longer in the sitemaps, and another origin lists the same paths now, which it did not before:
the site moved to https, to or from www, or to another domain. This is reported once. What follows
from it alone is not: URLs added and removed, canonicals, redirects and hreflang annotations with
the new origin. If only a few URLs of a site have another origin, they are URLs removed and added.

## Why it matters

If the old URLs do not redirect to the new ones, they lose their ranking.

## How to fix it

Redirect each old URL to the new one with 301, set canonicals and hreflang annotations to the new
origin, and submit the new sitemap in Search Console.

## Example

### A site that moved to https

`url_states`

| url |
|---|
| https://example.com/a |
| https://example.com/b |

`previous_urls`

| url |
|---|
| http://example.com/a |
| http://example.com/b |
| http://example.com/c |

finds:

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/ | http://example.com/ | URLs of the sitemaps on https://example.com: 2 | On http://example.com | Redirect each old URL to the new one with 301 |
*/
SELECT
    CONCAT(origin, '/') AS url,
    CONCAT(previous_origin, '/') AS related_url,
    CONCAT('URLs of the sitemaps on ', origin, ': ', FORMAT_NUMBER(urls, 0)) AS observed,
    CONCAT('On ', previous_origin) AS expected,
    'Redirect each old URL to the new one with 301' AS fix
FROM moved_origins
WHERE NOT is_mapped

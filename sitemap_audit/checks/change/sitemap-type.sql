/*
---
severity: error
cause: returns another type of file
confidence: high
basis: advisory
engines: [google, bing, yandex]
needs: [sitemaps, previous]
over: compared_sitemaps
when: "was_sitemap AND form IS NOT NULL"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.2.0
---
# Sitemap returns another type of file

## What it finds

A URL that returned a sitemap or a sitemap index in the previous audit returns another type of file
now: the other of the two, an HTML page, an empty file or an unknown file.

## Why it matters

An HTML page or an empty file instead of a sitemap is an error page, a login page or a failed
export: search engines do not read it. If a sitemap in an index becomes an index itself, search
engines ignore it (Google, large sitemaps).

## How to fix it

Open the URL. If it shows an error page or a login page, repair the plugin, the cache or the server
rule. If the sitemap was split and is an index now, submit the index and do not list it in another
index.

## Example

### A sitemap that is an HTML page now

`sitemaps`

| url | kind |
|---|---|
| https://example.com/sitemap.xml | html |
| https://example.com/shop.xml | urlset |

`previous_sitemaps`

| url | entries |
|---|---|
| https://example.com/sitemap.xml | 12 |
| https://example.com/shop.xml | 5 |

finds:

| sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|
| https://example.com/sitemap.xml | HTML page | Sitemap | Restore the sitemap at this URL | sitemap to HTML page |
*/
SELECT
    url AS sitemap_url,
    observed,
    CASE WHEN previous_form = 'sitemap' THEN 'Sitemap' ELSE 'Sitemap index' END AS expected,
    'Restore the sitemap at this URL' AS fix,
    CONCAT(previous_form, ' to ', form) AS kind
FROM compared_sitemaps
WHERE was_sitemap AND form <> previous_form AND unknown_reason IS NULL

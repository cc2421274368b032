/*
---
severity: notice
cause: is a new sitemap
confidence: high
basis: advisory
engines: [google, bing, yandex]
needs: [sitemaps, previous]
over: compared_sitemaps
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.2.0
---
# New sitemap file

## What it finds

A sitemap or sitemap index that the previous audit did not find: robots.txt, a sitemap index or a
link declares it now, or its URL returned no sitemap before.

## Why it matters

A new sitemap is usually a new section or language, or one more file because another one is full. A
plugin that creates its own sitemap lists pages a second time.

## How to fix it

Look at what lists it. If two plugins create sitemaps, turn off one of them.

## Example

### A new file in robots.txt

`sitemaps`

| url | entries |
|---|---|
| https://example.com/sitemap.xml | 2 |
| https://example.com/shop.xml | 1500 |

`previous_sitemaps`

| url |
|---|
| https://example.com/sitemap.xml |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/shop.xml | Sitemap with 1,500 URLs | No sitemap | Nothing, if the sitemap was added on purpose |
*/
SELECT
    url AS sitemap_url,
    CONCAT(
        CASE WHEN form = 'sitemap' THEN 'Sitemap' ELSE 'Sitemap index' END,
        CASE
            WHEN form = 'sitemap index' THEN ''
            WHEN urls = 1 THEN ' with 1 URL'
            ELSE CONCAT(' with ', FORMAT_NUMBER(urls, 0), ' URLs')
        END
    ) AS observed,
    'No sitemap' AS expected,
    'Nothing, if the sitemap was added on purpose' AS fix
FROM compared_sitemaps
WHERE is_sitemap AND NOT was_sitemap AND NOT is_of_known_redirect AND unknown_reason IS NULL

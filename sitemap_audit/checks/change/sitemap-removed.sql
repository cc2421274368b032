/*
---
severity: notice
cause: is no longer a sitemap
confidence: high
basis: advisory
engines: [google, bing, yandex]
needs: [sitemaps, previous]
over: compared_sitemaps
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.2.0
---
# Sitemap file removed

## What it finds

A sitemap or sitemap index of the previous audit that robots.txt, the sitemap indexes and links do
not declare any more, or whose URL returns 404 or a redirect now. A file that could not be read is
not checked.

## Why it matters

Search engines may request the old URL for months. The pages that only this file listed are crawled
less often.

## How to fix it

If the file was removed by mistake, restore it and its line in robots.txt or the sitemap index. If
it was replaced, redirect its URL to the new file, and update Search Console.

## Example

### A file that nothing lists any more

`sitemaps`

| url | entries |
|---|---|
| https://example.com/sitemap.xml | 2 |

`previous_sitemaps`

| url | entries |
|---|---|
| https://example.com/sitemap.xml | 2 |
| https://example.com/shop.xml | 1500 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/shop.xml | Not in robots.txt or a sitemap index | Sitemap with 1,500 URLs | Restore the sitemap, if it was removed by mistake |
*/
SELECT
    COALESCE(previous_url, url) AS sitemap_url,
    observed,
    CONCAT(
        CASE WHEN previous_form = 'sitemap' THEN 'Sitemap' ELSE 'Sitemap index' END,
        CASE
            WHEN previous_form = 'sitemap index' THEN ''
            WHEN previous_urls = 1 THEN ' with 1 URL'
            ELSE CONCAT(' with ', FORMAT_NUMBER(previous_urls, 0), ' URLs')
        END
    ) AS expected,
    'Restore the sitemap, if it was removed by mistake' AS fix
FROM compared_sitemaps
WHERE was_sitemap AND form IS NULL AND unknown_reason IS NULL

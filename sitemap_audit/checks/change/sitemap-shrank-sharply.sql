/*
---
severity: error
cause: lists far fewer URLs than before
confidence: high
basis: advisory
engines: [google, bing, yandex]
known_as:
  Ahrefs: ["Number of URLs in sitemap decreased"]
needs: [sitemaps, entries, previous]
over: compared_counts
when: "previous_urls >= $min_urls"
unknown: "unknown_reason IS NOT NULL"
parameters: {min_percent: 30, min_urls: 5}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.2.0
---
# Sitemap lists more than 30% fewer URLs

## What it finds

A sitemap that lists more than 30% (`min_percent`) fewer URLs than in the previous audit, or none at
all. URLs that moved to another sitemap do not count, and sitemaps with fewer than 5 (`min_urls`)
URLs are left out. The same is reported for an origin whose URLs were in several sitemaps. If a
sitemap was not read to its end in one of the audits, it is not checked.

## Why it matters

A sudden loss of URLs is usually a fault of the generator, a failed import or a filter. Search
engines crawl the missing pages less often.

## How to fix it

Generate the sitemap again, and compare its number of URLs with the number of published pages. Then
look at the settings, the plugin updates and the imports since the previous audit.

## Example

### 2 of 5 URLs are gone

`sitemaps`

| url | entries |
|---|---|
| https://example.com/sitemap.xml | 3 |

`url_states`

| url |
|---|
| https://example.com/p0 |
| https://example.com/p1 |
| https://example.com/p2 |

`previous_sitemaps`

| url | entries |
|---|---|
| https://example.com/sitemap.xml | 5 |

`previous_urls`

| url | sitemap_url |
|---|---|
| https://example.com/p0 | https://example.com/sitemap.xml |
| https://example.com/p1 | https://example.com/sitemap.xml |
| https://example.com/p2 | https://example.com/sitemap.xml |
| https://example.com/p3 | https://example.com/sitemap.xml |
| https://example.com/p4 | https://example.com/sitemap.xml |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | 3 URLs (40.0% fewer) | 5 URLs | Restore the missing URLs, if their pages still exist |
*/
SELECT
    url,
    sitemap_url,
    observed,
    expected,
    'Restore the missing URLs, if their pages still exist' AS fix
FROM compared_counts
WHERE
    unknown_reason IS NULL
    AND previous_urls >= $min_urls
    AND 100.0 * lost > $min_percent * previous_urls

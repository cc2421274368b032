/*
---
severity: warning
confidence: medium
basis: advisory
engines: [google, bing, yandex]
aliases: [loc-near-miss-duplicate]
needs: [entries]
over: listed
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Entries that differ by a slip

## What it finds

Two listed URLs that differ only in a slash at the end, the case of letters, an index page
(`/index.html`) or the order of parameters. Each is reported with the one that comes first. What
differs in scheme or `www.` alone is the matter of `site/both-host-variants-listed`.

## Why it matters

They are two URLs to a search engine and mostly one page on the server: each is crawled, and only
one can rank.

## How to fix it

Decide on one spelling, list that, and redirect the other to it. Where they really are two pages,
leave both.

## Example

### With and without the slash

`entries`

| loc | line |
|---|---|
| https://example.com/shoes | 3 |
| https://example.com/shoes/ | 6 |
| https://example.com/hats/ | 9 |

finds:

| url | sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|---|
| https://example.com/shoes/ | https://example.com/sitemap.xml | https://example.com/shoes | 6 | https://example.com/shoes/ and https://example.com/shoes | one of them |

### Only the scheme differs

`entries`

| loc |
|---|
| http://example.com/shoes |
| https://example.com/shoes |

finds:

nothing
*/
WITH groups AS (
    SELECT
        url,
        sitemap_url,
        line,
        REGEXP_REPLACE(url, '^https?://(www[.])?', '') AS rest,
        MIN(url) OVER (PARTITION BY url_near_key) AS first_url
    FROM listed
)

SELECT
    url,
    sitemap_url,
    first_url AS related_url,
    line,
    CONCAT(url, ' and ', first_url) AS observed,
    'one of them' AS expected
FROM groups
WHERE rest <> REGEXP_REPLACE(first_url, '^https?://(www[.])?', '')

/*
---
severity: notice
cause: responds more slowly
confidence: medium
basis: advisory
engines: [google, bing, yandex]
needs: [pages, previous]
over: compared_directories
when: "pages >= $min_pages"
parameters: {min_percent: 50, min_milliseconds: 200, min_pages: 20}
see:
  - https://developers.google.com/search/docs/crawling-indexing/large-site-managing-crawl-budget
since: 0.2.0
---
# Directory responds more slowly

## What it finds

The median time to the response headers of the pages in a directory (the first part of the path)
rose by more than 50% (`min_percent`) and by more than 200 ms (`min_milliseconds`) since the
previous audit. Only pages that returned content in both audits count, without pages from the cache.
Directories with fewer than 20 (`min_pages`) such pages are left out. An audit with other settings
(workers, delay, proxy) or from another network has other times.

## Why it matters

Search engines crawl fewer pages of a slow server (Google, crawl budget).

## How to fix it

Compare the load of the server at the times of the two audits. If it was normal, look for what the
last deployment changed in this directory: caches, database queries, plugins.

## Example

### A directory that takes three times as long

`parameters`

| min_pages |
|---|
| 3 |

`url_states`

| url | latency |
|---|---|
| https://example.com/shop/1 | 0.9 |
| https://example.com/shop/2 | 0.6 |
| https://example.com/shop/3 | 0.8 |
| https://example.com/blog/1 | 0.2 |
| https://example.com/blog/2 | 0.2 |
| https://example.com/blog/3 | 0.2 |

`previous_urls`

| url | latency |
|---|---|
| https://example.com/shop/1 | 0.2 |
| https://example.com/shop/2 | 0.3 |
| https://example.com/shop/3 | 0.2 |
| https://example.com/blog/1 | 0.2 |
| https://example.com/blog/2 | 0.2 |
| https://example.com/blog/3 | 0.1 |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/shop/ | 800 ms, median of 3 pages | 200 ms | Look for what slows down the pages of this directory |
*/
SELECT
    url,
    CONCAT(
        FORMAT_NUMBER(ROUND(milliseconds, 0), 0),
        ' ms, median of ',
        FORMAT_NUMBER(pages, 0),
        CASE WHEN pages = 1 THEN ' page' ELSE ' pages' END
    ) AS observed,
    CONCAT(FORMAT_NUMBER(ROUND(previous_milliseconds, 0), 0), ' ms') AS expected,
    'Look for what slows down the pages of this directory' AS fix
FROM compared_directories
WHERE
    pages >= $min_pages
    AND milliseconds - previous_milliseconds > $min_milliseconds
    AND 100.0 * (milliseconds - previous_milliseconds) > $min_percent * previous_milliseconds

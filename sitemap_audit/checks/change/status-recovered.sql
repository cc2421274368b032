/*
---
severity: notice
keeps_out: pages
cause: returns a page again
confidence: high
basis: advisory
engines: [google, bing, yandex]
follows: [redirect/listed-url-redirects]
needs: [pages, previous]
over: compared_urls
when: "is_in_both"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.2.0
---
# URL no longer returns an error

## What it finds

A URL in the sitemap that returned 4xx, 5xx or no response in the previous audit and returns a page
now. URLs that were not checked in one of the two audits are not compared. Other changes of the page
are not reported.

## Why it matters

The page can return to the index. Usually the URL was repaired. But a page that was removed on
purpose may be back.

## How to fix it

If the page was removed on purpose, find out why it is back. If it was repaired, there is nothing to
do.

## Example

### A page that was repaired

`url_states`

| url | status |
|---|---|
| https://example.com/a | 200 |
| https://example.com/b | 200 |

`previous_urls`

| url | status |
|---|---|
| https://example.com/a | 404 |
| https://example.com/b | 200 |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 200 | 404 | Nothing, if the page was repaired | 404 to 200 |
*/
SELECT
    url,
    sitemap_url,
    response AS observed,
    previous_response AS expected,
    'Nothing, if the page was repaired' AS fix,
    CONCAT(previous_response, ' to ', response) AS kind
FROM compared_statuses
WHERE change = 'recovered'

/*
---
severity: error
keeps_out: pages
cause: returns an error now
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
# URL returns an error now

## What it finds

A URL in the sitemap that returned a page or a redirect in the previous audit and returns 4xx, 5xx
or no response now. URLs that were not checked in one of the two audits are not compared. Other
changes of the page are not reported.

## Why it matters

A page that returns 404 or 410 leaves the index. Server errors slow down the crawling of the whole
site, and after some days the page leaves the index as well.

## How to fix it

If the change was not intended, restore the page or the rule of the server. If it was, remove the
URL from the sitemap, or redirect it to a successor and list that.

## Example

### A page that returns 404 now

`url_states`

| url | status |
|---|---|
| https://example.com/a | 404 |
| https://example.com/b | 200 |

`previous_urls`

| url | status |
|---|---|
| https://example.com/a | 200 |
| https://example.com/b | 200 |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 404 | 200 | Restore the page, or remove the URL from the sitemap | 200 to 404 |
*/
SELECT
    url,
    sitemap_url,
    response AS observed,
    previous_response AS expected,
    'Restore the page, or remove the URL from the sitemap' AS fix,
    CONCAT(previous_response, ' to ', response) AS kind
FROM compared_statuses
WHERE change = 'error'

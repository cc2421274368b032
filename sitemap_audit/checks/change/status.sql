/*
---
severity: warning
keeps_out: pages
cause: returns another status code
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
# Status code changed

## What it finds

A URL in the sitemap that returned one status code in the previous audit and returns another one
now, such as 200 and then 301, or 404 and then 410. `change/status-error` reports pages and
redirects that return an error now, `change/status-recovered` errors that return a page now. URLs
that were not checked in one of the two audits are not compared. Other changes of the page are not
reported.

## Why it matters

A page that redirects leaves the index, and its target takes its place.

## How to fix it

If the change was not intended, restore the page or the rule of the server. If it was, update the
sitemap: list the final URL of a redirect.

## Example

### A page that redirects now

`url_states`

| url | status | redirect_url |
|---|---|---|
| https://example.com/a | 301 | https://example.com/b |
| https://example.com/b | 200 |  |

`previous_urls`

| url | status |
|---|---|
| https://example.com/a | 200 |
| https://example.com/b | 200 |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 301 | 200 | Restore the page, or list the final URL of the redirect | 200 to 301 |
*/
SELECT
    url,
    sitemap_url,
    response AS observed,
    previous_response AS expected,
    CASE
        WHEN state = 'redirect' THEN 'Restore the page, or list the final URL of the redirect'
        WHEN state = 'ok' THEN 'Nothing, if the change was intended'
        ELSE 'Restore the page, or remove the URL from the sitemap'
    END AS fix,
    CONCAT(previous_response, ' to ', response) AS kind
FROM compared_statuses
WHERE change = 'other'

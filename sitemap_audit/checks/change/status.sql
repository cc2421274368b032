/*
---
severity: warning
confidence: high
basis: advisory
engines: [google, bing, yandex]
known_as:
  Screaming Frog: ["Change Detection: Status Code"]
needs: [pages, previous]
over: compared_urls
when: "is_listed AND was_listed"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.2.0
---
# Status code changed

## What it finds

A listed URL that returned one status code in the previous audit and returns another one now, such
as 200 and then 404. URLs without a response in one of the two audits are not compared.

## Why it matters

A page that returned 200 and now returns an error or a redirect leaves the index after some time.

## How to fix it

If the change was not intended, restore the page or the rule of the server. If it was, update the
sitemap: list the final URL of a redirect, and remove URLs that return 404 or 410.

## Example

### A page that returns 404 now

`pages`

| url | status |
|---|---|
| https://example.com/a | 404 |
| https://example.com/b | 200 |

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

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
    CAST(status AS VARCHAR) AS observed,
    CAST(previous_status AS VARCHAR) AS expected,
    CASE
        WHEN state = 'redirect' THEN 'Restore the page, or list the final URL of the redirect'
        WHEN state = 'ok' THEN 'Nothing, if the change was intended'
        ELSE 'Restore the page, or remove the URL from the sitemap'
    END AS fix,
    CONCAT(CAST(previous_status AS VARCHAR), ' to ', CAST(status AS VARCHAR)) AS kind
FROM compared_urls
WHERE is_listed AND was_listed AND unknown_reason IS NULL AND status <> previous_status

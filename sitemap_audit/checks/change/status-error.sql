/*
---
severity: error
cause: returns an error now
confidence: high
basis: advisory
engines: [google, bing, yandex]
aliases: [change-status-error]
needs: [pages, previous]
over: compared_urls
when: "is_listed AND was_listed"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.2.0
---
# URL returns an error now

## What it finds

A URL in the sitemap that returned a page or a redirect in the previous audit and returns 4xx, 5xx
or no response now. URLs that were not checked in one of the two audits are not compared. Other
changes of the page are not reported in addition.

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
    page.url,
    page.sitemap_url,
    COALESCE(told.words, page.error, CAST(page.status AS VARCHAR)) AS observed,
    COALESCE(told_before.words, page.previous_error, CAST(page.previous_status AS VARCHAR))
        AS expected,
    'Restore the page, or remove the URL from the sitemap' AS fix,
    CONCAT(
        COALESCE(told_before.words, page.previous_error, CAST(page.previous_status AS VARCHAR)),
        ' to ',
        COALESCE(told.words, page.error, CAST(page.status AS VARCHAR))
    ) AS kind
FROM compared_urls AS page
LEFT JOIN plain_words AS told ON page.error = told.code AND told.topic = 'error'
LEFT JOIN plain_words AS told_before
    ON page.previous_error = told_before.code AND told_before.topic = 'error'
WHERE
    page.is_listed
    AND page.was_listed
    AND page.unknown_reason IS NULL
    AND page.state IN ('client-error', 'server-error', 'no-response')
    AND page.previous_state IN ('ok', 'redirect')

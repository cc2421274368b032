/*
---
severity: notice
cause: returns a page again
confidence: high
basis: advisory
engines: [google, bing, yandex]
needs: [pages, previous]
over: compared_urls
when: "is_listed AND was_listed"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.2.0
---
# URL no longer returns an error

## What it finds

A URL in the sitemap that returned 4xx, 5xx or no response in the previous audit and returns a page
now. URLs that were not checked in one of the two audits are not compared. Other changes of the page
are not reported in addition.

## Why it matters

The page can return to the index. Most of these URLs were repaired; a page that was removed on
purpose is back.

## How to fix it

Nothing, if the page was repaired. If it was removed on purpose, find out why it is back.

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
    page.url,
    page.sitemap_url,
    COALESCE(told.words, page.error, CAST(page.status AS VARCHAR)) AS observed,
    COALESCE(told_before.words, page.previous_error, CAST(page.previous_status AS VARCHAR))
        AS expected,
    'Nothing, if the page was repaired' AS fix,
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
    AND page.state = 'ok'
    AND page.previous_state IN ('client-error', 'server-error', 'no-response')

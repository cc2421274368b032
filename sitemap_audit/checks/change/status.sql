/*
---
severity: warning
cause: returns another status code
confidence: high
basis: advisory
engines: [google, bing, yandex]
aliases: [change-status]
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

A URL in the sitemap that returned one status code in the previous audit and returns another one
now, such as 200 and then 301, or 404 and then 410. `change/status-error` reports pages and
redirects that return an error now, `change/status-recovered` errors that return a page now. URLs
that were not checked in one of the two audits are not compared. Other changes of the page are not
reported in addition.

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
    page.url,
    page.sitemap_url,
    COALESCE(told.words, page.error, CAST(page.status AS VARCHAR)) AS observed,
    COALESCE(told_before.words, page.previous_error, CAST(page.previous_status AS VARCHAR))
        AS expected,
    CASE
        WHEN page.state = 'redirect' THEN 'Restore the page, or list the final URL of the redirect'
        WHEN page.state = 'ok' THEN 'Nothing, if the change was intended'
        ELSE 'Restore the page, or remove the URL from the sitemap'
    END AS fix,
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
    AND (page.state <> page.previous_state OR page.status <> page.previous_status)
    AND NOT (
        page.state IN ('client-error', 'server-error', 'no-response')
        AND page.previous_state IN ('ok', 'redirect')
    )
    AND NOT (
        page.state = 'ok'
        AND page.previous_state IN ('client-error', 'server-error', 'no-response')
    )

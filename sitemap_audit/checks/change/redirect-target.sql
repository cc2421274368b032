/*
---
severity: notice
cause: redirects to another URL than before
confidence: high
basis: advisory
engines: [google, bing, yandex]
aliases: [change-redirect-target]
known_as:
  Ahrefs: ["Redirect target changed"]
needs: [pages, previous]
over: compared_urls
when: "is_listed AND was_listed AND ((state = 'redirect' AND previous_state = 'redirect') OR unknown_reason IS NOT NULL)"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
since: 0.2.0
---
# Redirect target changed

## What it finds

A URL in the sitemap that redirects in both audits, to another URL than before. If only the origin
of the target moved with the site (`change/site-moved`), it is not reported.

## Why it matters

Search engines index the target of a redirect. A wrong target takes the place of the right one.

## How to fix it

Open the new target. If it is not the page that replaces the URL, correct the redirect rule of the
server or plugin. List the final URL in the sitemap.

## Example

### Another target

`url_states`

| url | status | redirect_url |
|---|---|---|
| https://example.com/a | 301 | https://example.com/ |
| https://example.com/b | 301 | https://example.com/c |

`previous_urls`

| url | status | redirect_url |
|---|---|---|
| https://example.com/a | 301 | https://example.com/c |
| https://example.com/b | 301 | https://example.com/c |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/ | https://example.com/c | Restore the redirect to https://example.com/c, if the change was not intended |
*/
WITH differing AS (
    SELECT
        url,
        sitemap_url,
        redirect_url,
        previous_redirect_url
    FROM compared_urls
    WHERE
        is_listed
        AND was_listed
        AND unknown_reason IS NULL
        AND state = 'redirect'
        AND previous_state = 'redirect'
        AND redirect_url IS DISTINCT FROM previous_redirect_url
),

expected AS (
    SELECT
        page.url,
        page.sitemap_url,
        page.redirect_url,
        COALESCE(
            moved.origin
            || SUBSTRING(page.previous_redirect_url, LENGTH(moved.previous_origin) + 1),
            page.previous_redirect_url
        ) AS wanted
    FROM differing AS page
    LEFT JOIN moved_origins AS moved
        ON
            CONCAT(
                SPLIT_PART(page.previous_redirect_url, '/', 1),
                '//',
                SPLIT_PART(page.previous_redirect_url, '/', 3)
            )
            = moved.previous_origin
)

SELECT
    url,
    sitemap_url,
    COALESCE(redirect_url, 'No valid target') AS observed,
    COALESCE(wanted, 'No valid target') AS expected,
    CASE
        WHEN wanted IS NULL THEN 'Nothing, if the change was intended'
        ELSE CONCAT('Restore the redirect to ', wanted, ', if the change was not intended')
    END AS fix
FROM expected
WHERE redirect_url IS DISTINCT FROM wanted

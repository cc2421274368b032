/*
---
severity: notice
cause: redirects to another URL than before
severe_at_home: true
confidence: high
basis: advisory
engines: [google, bing, yandex]
known_as:
  Ahrefs: ["Redirect target changed"]
needs: [pages, previous]
over: compared_urls
when: "is_in_both AND ((state = 'redirect' AND previous_state = 'redirect') OR unknown_reason IS NOT NULL)"
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
SELECT
    url,
    sitemap_url,
    COALESCE(target, 'No valid target') AS observed,
    COALESCE(previous_target, 'No valid target') AS expected,
    CASE
        WHEN previous_target IS NULL THEN 'Nothing, if the change was intended'
        ELSE
            CONCAT('Restore the redirect to ', previous_target, ', if the change was not intended')
    END AS fix
FROM compared_targets
WHERE part = 'redirect'

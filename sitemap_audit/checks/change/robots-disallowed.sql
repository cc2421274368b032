/*
---
severity: error
keeps_out: pages
cause: is newly blocked by robots.txt
submit: false
confidence: high
basis: advisory
engines: [google, bing, yandex]
needs: [robots, pages, previous]
over: compared_urls
when: "is_in_both"
unknown: "COALESCE(robots, 'unknown') = 'unknown' OR COALESCE(previous_robots, 'unknown') = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots/intro
since: 0.2.0
---
# URL newly blocked by robots.txt

## What it finds

A URL in the sitemap that robots.txt allowed for the audited bot (Googlebot by default) in the
previous audit and disallows now. The rule that blocks it is given.

## Why it matters

Search engines stop crawling a blocked page. It loses its snippet, and after some time its ranking.

## How to fix it

Remove or narrow the rule in robots.txt. If the page should stay blocked, remove its URL from the
sitemap.

## Example

### A new rule

`url_states`

| url | robots | robots_rule |
|---|---|---|
| https://example.com/a | disallowed | Disallow: /a |
| https://example.com/b | allowed |  |

`previous_urls`

| url |
|---|
| https://example.com/a |
| https://example.com/b |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Disallow: /a | Allowed | Remove or narrow the rule, or remove the URL from the sitemap | Disallow: /a |
*/
SELECT
    url,
    sitemap_url,
    COALESCE(robots_rule, 'Disallowed') AS observed,
    'Allowed' AS expected,
    'Remove or narrow the rule, or remove the URL from the sitemap' AS fix,
    robots_rule AS kind
FROM compared_urls
WHERE is_in_both AND robots = 'disallowed' AND previous_robots = 'allowed'

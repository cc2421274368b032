/*
---
severity: notice
keeps_out: pages
cause: is no longer blocked by robots.txt
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
# URL no longer blocked by robots.txt

## What it finds

A URL in the sitemap that robots.txt disallowed for the audited bot (Googlebot by default) in the
previous audit and allows now. The rule that blocked it is given.

## Why it matters

Search engines can crawl the page again. If it should stay out of the index, it needs noindex.

## How to fix it

If the change was not intended, restore the rule. Otherwise there is nothing to do.

## Example

### A rule that is gone

`url_states`

| url |
|---|
| https://example.com/a |
| https://example.com/b |

`previous_urls`

| url | robots | robots_rule |
|---|---|---|
| https://example.com/a | disallowed | Disallow: /a |
| https://example.com/b | allowed |  |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Allowed | Disallow: /a | Nothing, if the change was intended | Disallow: /a |
*/
SELECT
    url,
    sitemap_url,
    COALESCE(robots_rule, 'Allowed') AS observed,
    COALESCE(previous_robots_rule, 'Disallowed') AS expected,
    'Nothing, if the change was intended' AS fix,
    previous_robots_rule AS kind
FROM compared_urls
WHERE is_in_both AND robots = 'allowed' AND previous_robots = 'disallowed'

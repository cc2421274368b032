/*
---
severity: notice
confidence: medium
basis: advisory
engines: [google, bing]
needs: [entries]
over: entries
when: "url IS NOT NULL AND kind = 'url'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
since: 0.1.0
---
# Address with the same parameter twice

## What it finds

A listed address whose query names a parameter more than once. Lists such as `size[]=1&size[]=2` are
meant so.

## Why it matters

Servers take the first, the last or both. Mostly a link was built on top of another, and the page
stands under a simpler address too.

## How to fix it

List the address with the parameter once.

## Example

### Twice, and a list

`entries`

| loc | line |
|---|---|
| https://example.com/a?page=1&page=2 | 3 |
| https://example.com/a?size[]=1&size[]=2 | 6 |
| https://example.com/a?page=2 | 9 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/a?page=1&page=2 | https://example.com/sitemap.xml | 3 | page | each parameter once |
*/
SELECT
    url,
    sitemap_url,
    line,
    repeated_parameter AS observed,
    'each parameter once' AS expected
FROM entries
WHERE kind = 'url' AND repeated_parameter IS NOT NULL

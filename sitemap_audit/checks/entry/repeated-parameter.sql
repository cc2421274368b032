/*
---
severity: notice
cause: has a URL with a repeated parameter
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
# Repeated parameter in URL

## What it finds

The query string of a listed URL contains the same parameter more than once. List parameters such as
`size[]=1&size[]=2` are not reported.

## Why it matters

Some servers use the first value, some the last, some both. Usually a template appended the
parameter to a URL that already had it, and the same page also has a shorter URL: a duplicate for
search engines (Google, URL structure).

## How to fix it

Correct the template or plugin that appends the parameter, and list the URL with the parameter once.

## Example

### A repeated parameter, and a list parameter

`entries`

| loc | line |
|---|---|
| https://example.com/a?page=1&page=2 | 3 |
| https://example.com/a?size[]=1&size[]=2 | 6 |
| https://example.com/a?page=2 | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a?page=1&page=2 | https://example.com/sitemap.xml | 3 | Repeated parameter: page | Each parameter once | Remove the repeated parameter |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('Repeated parameter: ', repeated_parameter) AS observed,
    'Each parameter once' AS expected,
    'Remove the repeated parameter' AS fix
FROM entries
WHERE kind = 'url' AND repeated_parameter IS NOT NULL

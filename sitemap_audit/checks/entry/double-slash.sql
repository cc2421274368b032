/*
---
severity: warning
confidence: medium
basis: advisory
engines: [google, bing]
aliases: [loc-double-slash]
known_as:
  Ahrefs: ["Double slash in URL"]
needs: [entries]
over: entries
when: "url IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
since: 0.1.0
---
# Address with two slashes in its path

## What it finds

A path with `//` in it. An address inside the path, such as `/archive/https://example.com/`, is not
meant.

## Why it matters

Most servers answer as if there were one slash, so that the page stands under two addresses. Mostly
a generator joined two parts that both had theirs.

## How to fix it

Correct the way in which the address is put together, and redirect the one to the other.

## Example

### Joined twice, an archive, and a query

`entries`

| loc | line |
|---|---|
| https://example.com//a | 3 |
| https://example.com/archive/https://example.org/ | 6 |
| https://example.com/go?to=//example.org | 9 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com//a | https://example.com/sitemap.xml | 3 | https://example.com//a | https://example.com/a |
*/
WITH paths AS (
    SELECT
        url,
        sitemap_url,
        line,
        REGEXP_EXTRACT(url, '^https?://[^/]+') AS origin,
        REGEXP_REPLACE(url, '^https?://[^/]+', '') AS rest
    FROM entries
    WHERE url IS NOT NULL
)

SELECT
    url,
    sitemap_url,
    line,
    url AS observed,
    CONCAT(
        origin,
        REGEXP_REPLACE(SPLIT_PART(rest, '?', 1), '//+', '/', 'g'),
        REGEXP_EXTRACT(rest, '[?].*$')
    ) AS expected
FROM paths
WHERE REGEXP_MATCHES(SPLIT_PART(rest, '?', 1), '(^|[^:])//')

/*
---
severity: notice
cause: has a URL with too many parameters
confidence: medium
basis: advisory
engines: [google, bing]
known_as:
  Ahrefs: ["URL with more than 3 parameters"]
  Semrush: ["Too many parameters in URLs"]
needs: [entries]
over: entries
when: "url IS NOT NULL AND kind = 'url'"
parameters: {max_parameters: 3}
see:
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
since: 0.1.0
---
# URL with more than 3 parameters

## What it finds

The query string of a listed URL has more than 3 parameters (`max_parameters`).

## Why it matters

Such URLs usually are filtered or sorted lists (faceted navigation). Their combinations create a
very large number of URLs with the same content, which uses up crawl budget (Google, URL structure).

## How to fix it

Exclude filtered and sorted lists in the sitemap generator or shop plugin. Give a filtered list that
should rank a short URL of its own.

## Example

### Four parameters, and three

`entries`

| loc | line |
|---|---|
| https://example.com/a?b=1&c=2&d=3&e=4 | 3 |
| https://example.com/a?b=1&c=2&d=3 | 6 |
| https://example.com/a | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a?b=1&c=2&d=3&e=4 | https://example.com/sitemap.xml | 3 | 4 parameters | At most 3 parameters | Remove from the sitemap, or use a URL with fewer parameters |
*/
WITH counted AS (
    SELECT
        url,
        sitemap_url,
        line,
        LENGTH(url) - LENGTH(REPLACE(url, '&', '')) + 1 AS parameters
    FROM entries
    WHERE kind = 'url' AND POSITION('?' IN url) > 0
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT(parameters, ' parameters') AS observed,
    CONCAT('At most ', $max_parameters, ' parameters') AS expected,
    'Remove from the sitemap, or use a URL with fewer parameters' AS fix
FROM counted
WHERE parameters > $max_parameters

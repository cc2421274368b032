/*
---
severity: notice
confidence: medium
basis: advisory
engines: [google, bing]
aliases: [loc-many-parameters]
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
# Address with many parameters

## What it finds

A listed address whose query has more than three parameters.

## Why it matters

Such addresses are mostly the filters of a list. Their combinations are without number, and search
engines spend their visits on them.

## How to fix it

List the pages that are to be found under an address of their own, and leave the filters out.

## Example

### Four parameters, and three

`entries`

| loc | line |
|---|---|
| https://example.com/a?b=1&c=2&d=3&e=4 | 3 |
| https://example.com/a?b=1&c=2&d=3 | 6 |
| https://example.com/a | 9 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/a?b=1&c=2&d=3&e=4 | https://example.com/sitemap.xml | 3 | 4 parameters | at most 3 |
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
    CONCAT('at most ', $max_parameters) AS expected
FROM counted
WHERE parameters > $max_parameters

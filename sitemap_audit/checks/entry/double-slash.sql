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

`pages`

| url |
|---|
| https://example.com/a |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com//a | https://example.com/sitemap.xml | 3 | https://example.com//a | https://example.com/a | https://example.com/sitemap.xml | replace | loc | https://example.com//a | https://example.com/a |
*/
WITH parts AS (
    SELECT
        url,
        loc,
        sitemap_url,
        line,
        REGEXP_EXTRACT(url, '^https?://[^/]+') AS origin,
        REGEXP_REPLACE(url, '^https?://[^/]+', '') AS rest
    FROM entries
    WHERE url IS NOT NULL
),

paths AS (
    SELECT
        url,
        loc,
        sitemap_url,
        line,
        CONCAT(
            origin,
            REGEXP_REPLACE(SPLIT_PART(rest, '?', 1), '//+', '/', 'g'),
            REGEXP_EXTRACT(rest, '[?].*$')
        ) AS expected
    FROM parts
    WHERE REGEXP_MATCHES(SPLIT_PART(rest, '?', 1), '(^|[^:])//')
)

SELECT
    paths.url,
    paths.sitemap_url,
    paths.line,
    paths.url AS observed,
    paths.expected,
    CASE WHEN wanted.url IS NOT NULL THEN paths.sitemap_url END AS change_url,
    CASE WHEN wanted.listed THEN 'remove' ELSE 'replace' END AS action,
    'loc' AS place,
    paths.loc AS "from",
    CASE WHEN NOT wanted.listed THEN wanted.url END AS "to"
FROM paths
LEFT JOIN indexability AS wanted ON paths.expected = wanted.url AND wanted.is_indexable

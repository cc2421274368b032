/*
---
severity: warning
cause: has a double slash in the URL path
confidence: medium
basis: advisory
engines: [google, bing]
known_as:
  Ahrefs: ["Double slash in URL"]
  Screaming Frog: ["URL: Multiple Slashes"]
needs: [entries]
over: entries
when: "url IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
since: 0.1.0
---
# Double slash in URL path

## What it finds

The path of a listed URL contains `//`. A full URL inside the path, such as
`/archive/https://example.com/`, is not reported.

## Why it matters

Most servers return the same page with one slash and with two, so one page has two URLs. Search
engines crawl both and choose one of them as canonical. The usual cause is a base URL that ends in a
slash, joined with a path that begins with one.

## How to fix it

Correct the base URL in the settings of the CMS or sitemap generator. Then redirect the URL with the
double slash to the other one (301) on the server.

## Example

### A double slash in the path, in an archived URL and in the query

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

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com//a | https://example.com/sitemap.xml | 3 | https://example.com//a | https://example.com/a | Replace with https://example.com/a | https://example.com/sitemap.xml | replace | loc | https://example.com//a | https://example.com/a |
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
    COALESCE(
        page.fix, CONCAT('Replace with ', paths.expected, ' if it returns 200')
    ) AS fix,
    CASE WHEN page.action IS NOT NULL THEN paths.sitemap_url END AS change_url,
    page.action,
    'loc' AS place,
    paths.loc AS "from",
    page.wanted AS "to"
FROM paths
LEFT JOIN meant_urls AS page ON paths.expected = page.url

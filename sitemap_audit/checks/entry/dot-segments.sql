/*
---
severity: notice
confidence: high
basis: documented
engines: [protocol, google, bing]
needs: [entries]
over: entries
when: "url IS NOT NULL"
see:
  - https://www.rfc-editor.org/rfc/rfc3986.html#section-5.2.4
  - https://www.sitemaps.org/protocol.html#escaping
since: 0.2.0
---
# Listed URL contains /./ or /../

## What it finds

A `<loc>` whose path has a segment `.` or `..` as written, also as `%2e`.

## Why it matters

Browsers and search engines remove such segments (RFC 3986) and request another URL than the one
listed: `/shop/../tea` is `/tea`. Reports then name a URL that no sitemap has. Usually the generator
joins a folder and a relative link as text.

## How to fix it

Have the generator resolve relative links before it writes them.

## Example

### A folder and a relative link, joined

`entries`

| loc | line |
|---|---|
| https://example.com/shop/../tea | 3 |
| https://example.com/./coffee?to=/../ | 6 |
| https://example.com/a...b/.well-known/x | 9 |
| https://example.com/?path=/../ | 12 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/tea | https://example.com/sitemap.xml | 3 | https://example.com/shop/../tea | https://example.com/tea | Write https://example.com/tea | https://example.com/sitemap.xml | replace | loc | https://example.com/shop/../tea | https://example.com/tea |
| https://example.com/coffee?to=/../ | https://example.com/sitemap.xml | 6 | https://example.com/./coffee?to=/../ | https://example.com/coffee?to=/../ | Write https://example.com/coffee?to=/../ | https://example.com/sitemap.xml | replace | loc | https://example.com/./coffee?to=/../ | https://example.com/coffee?to=/../ |
*/
WITH paths AS (
    SELECT
        url,
        sitemap_url,
        line,
        TRIM(loc) AS loc,
        REGEXP_REPLACE(TRIM(loc), '^[A-Za-z]+://[^/?#]*|[?#].*$', '', 'g') AS path
    FROM entries
    WHERE url IS NOT NULL AND (POSITION('/.' IN loc) > 0 OR POSITION('/%2' IN loc) > 0)
)

SELECT
    url,
    sitemap_url,
    line,
    loc AS observed,
    url AS expected,
    CONCAT('Write ', url) AS fix,
    sitemap_url AS change_url,
    'replace' AS "action",
    'loc' AS place,
    loc AS "from",
    url AS "to"
FROM paths
WHERE REGEXP_MATCHES(path, '/([.]|%2[Ee]){1,2}(/|$)')

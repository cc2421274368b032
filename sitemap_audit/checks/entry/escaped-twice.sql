/*
---
severity: error
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [loc-not-entity-escaped]
needs: [entries]
over: entries
when: "url IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html#escaping
since: 0.1.0
---
# Address that is escaped twice

## What it finds

An address that holds a reference such as `&amp;` once the file has been read: the generator wrote
`&amp;amp;`. A bare `&` in the file is the matter of `sitemap/not-well-formed`.

## Why it matters

The address is not that of the page: its parameters have names such as `amp;page`. Mostly the server
answers with another page or none.

## How to fix it

Escape once: `&amp;` in the file for `&` in the address.

## Example

### Once too often

`entries`

| loc | line |
|---|---|
| https://example.com/a?b=1&amp;c=2 | 3 |
| https://example.com/a?b=1&c=2 | 6 |
| https://example.com/a?b=1&ampere=2 | 9 |

`pages`

| url |
|---|
| https://example.com/a?b=1&c=2 |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a?b=1&amp;c=2 | https://example.com/sitemap.xml | 3 | &amp; in the address | escaped once | https://example.com/sitemap.xml | remove | loc | https://example.com/a?b=1&amp;c=2 |

### A number for the character

`entries`

| loc | line |
|---|---|
| https://example.com/a?b=1&#38;c=2 | 3 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/a?b=1& | https://example.com/sitemap.xml | 3 | &#38; in the address | escaped once |
*/
WITH escaped AS (
    SELECT
        url,
        loc,
        sitemap_url,
        line,
        REPLACE(url, '&amp;', '&') AS wanted
    FROM entries
    WHERE
        url IS NOT NULL
        AND REGEXP_MATCHES(loc, '&(amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);')
)

SELECT
    escaped.url,
    escaped.sitemap_url,
    escaped.line,
    CONCAT(
        REGEXP_EXTRACT(escaped.loc, '&(amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);'),
        ' in the address'
    ) AS observed,
    'escaped once' AS expected,
    CASE WHEN page.url IS NOT NULL THEN escaped.sitemap_url END AS change_url,
    CASE WHEN page.listed THEN 'remove' ELSE 'replace' END AS action,
    'loc' AS place,
    escaped.loc AS "from",
    CASE WHEN NOT page.listed THEN page.url END AS "to"
FROM escaped
LEFT JOIN indexability AS page
    ON escaped.wanted = page.url AND page.is_indexable AND escaped.url <> page.url

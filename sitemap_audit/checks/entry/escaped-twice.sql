/*
---
severity: error
cause: has a URL with XML entities that are escaped twice
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
# XML entities escaped twice in URL

## What it finds

A `<loc>` still contains an XML entity such as `&amp;` after the file is parsed: the generator wrote
`&amp;amp;`. A bare `&` in the file is reported by `sitemap/not-well-formed`.

## Why it matters

The sitemap protocol requires that `&` is escaped once. Escaped twice, it gives a URL with a
parameter named `amp;page` instead of `page`. The server usually returns another page or a 404 for
this URL.

## How to fix it

Escape the URL once in the sitemap template: `&amp;` for each `&`. Usually the template escapes a
URL that a function of the CMS has already escaped.

## Example

### An ampersand escaped twice

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

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a?b=1&amp;c=2 | https://example.com/sitemap.xml | 3 | Contains &amp; after XML parsing | Escaped once | Remove from the sitemap; https://example.com/a?b=1&c=2 is listed | https://example.com/sitemap.xml | remove | loc | https://example.com/a?b=1&amp;c=2 |

### A numeric entity

`entries`

| loc | line |
|---|---|
| https://example.com/a?b=1&#38;c=2 | 3 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a?b=1& | https://example.com/sitemap.xml | 3 | Contains &#38; after XML parsing | Escaped once | Encode special characters once: & as &amp; |
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
        'Contains ',
        REGEXP_EXTRACT(escaped.loc, '&(amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);'),
        ' after XML parsing'
    ) AS observed,
    'Escaped once' AS expected,
    CASE
        WHEN page.listed THEN CONCAT('Remove from the sitemap; ', page.url, ' is listed')
        WHEN page.url IS NOT NULL THEN CONCAT('Replace with ', page.url)
        ELSE 'Encode special characters once: & as &amp;'
    END AS fix,
    CASE WHEN page.url IS NOT NULL THEN escaped.sitemap_url END AS change_url,
    CASE WHEN page.listed THEN 'remove' ELSE 'replace' END AS action,
    'loc' AS place,
    escaped.loc AS "from",
    CASE WHEN NOT page.listed THEN page.url END AS "to"
FROM escaped
LEFT JOIN indexability AS page
    ON escaped.wanted = page.url AND page.is_indexable AND escaped.url <> page.url

/*
---
severity: error
cause: has a URL that is escaped twice
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
explains_url: true
needs: [entries, pages, sitemaps]
over: entries
when: "url IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html#escaping
since: 0.1.0
---
# URL escaped twice

## What it finds

A URL in a sitemap, sitemap index, text sitemap or feed still contains an XML entity such as `&amp;`
after the file is parsed: the generator wrote `&amp;amp;`. Or it contains an escaped percent sign in
its path (`%2520` for a space) and returns 400, 404 or 410. Other findings about such a URL are
consequences of this one. A bare `&` in the file is reported by `sitemap/not-well-formed`.

## Why it matters

The sitemap protocol requires that `&` is escaped once. Escaped twice, it gives a URL with a
parameter named `amp;page` instead of `page`. The server usually returns another page or a 404 for
this URL.

## How to fix it

Escape the URL once in the sitemap template: `&amp;` for each `&`, and `%20` for a space. Usually
the template escapes a URL that a function of the CMS has already escaped. In a text sitemap, write
`&` as it is.

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
| https://example.com/a?b=1& | https://example.com/sitemap.xml | 3 | Contains &#38; after XML parsing | Escaped once | Replace with https://example.com/a?b=1&c=2 |
*/
WITH faulty AS (
    SELECT
        entries.sitemap_id,
        entries.url,
        entries.sitemap_url,
        entries.line,
        entries.loc,
        escaped_twice.entity AS observed,
        escaped_twice.wanted,
        CASE
            WHEN entries.url LIKE '%&amp;%' THEN REGEXP_REPLACE(entries.url, '&(amp;)+', '&', 'g')
            ELSE escaped_twice.wanted
        END AS known_as
    FROM entries
    INNER JOIN escaped_twice ON entries.loc = escaped_twice.written
    WHERE entries.url IS NOT NULL AND escaped_twice.entity LIKE '&%'
    UNION ALL
    SELECT
        entries.sitemap_id,
        entries.url,
        entries.sitemap_url,
        entries.line,
        entries.loc,
        escaped_twice.entity AS observed,
        escaped_twice.wanted,
        escaped_twice.wanted AS known_as
    FROM entries
    INNER JOIN escaped_twice ON entries.url = escaped_twice.written
    WHERE escaped_twice.entity NOT LIKE '&%'
)

SELECT
    faulty.url,
    faulty.sitemap_url,
    faulty.line,
    CONCAT(
        'Contains ',
        faulty.observed,
        CASE
            WHEN faulty.observed NOT LIKE '&%' THEN ' and is not found'
            WHEN sitemaps.kind = 'text' THEN ''
            ELSE ' after XML parsing'
        END
    ) AS observed,
    CASE
        WHEN sitemaps.kind = 'text' AND faulty.observed LIKE '&%' THEN 'Not escaped'
        ELSE 'Escaped once'
    END AS expected,
    CASE
        WHEN page.fix IS NOT NULL THEN page.fix
        WHEN faulty.wanted IS NULL THEN 'Encode special characters once: & as &amp;'
        WHEN faulty.observed NOT LIKE '&%'
            THEN CONCAT('Replace with ', faulty.wanted, ', if it returns 200')
        ELSE CONCAT('Replace with ', faulty.wanted)
    END AS fix,
    CASE WHEN page.action IS NOT NULL THEN faulty.sitemap_url END AS change_url,
    page.action,
    'loc' AS place,
    faulty.loc AS "from",
    page.wanted AS "to"
FROM faulty
LEFT JOIN sitemaps ON faulty.sitemap_id = sitemaps.id
LEFT JOIN meant_urls AS page ON faulty.known_as = page.url AND faulty.url <> page.url

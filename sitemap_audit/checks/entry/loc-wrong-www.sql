/*
---
severity: error
cause: has the wrong www variant of the host
confidence: high
basis: documented
engines: [protocol, google, yandex]
known_as:
  Google Search Console: ["Path mismatch: Missing www", "Path mismatch: Includes www"]
  Semrush: ["WWW resolve issue"]
needs: [entries, sitemaps, robots_lines]
over: entries
when: "url IS NOT NULL"
follows: [redirect/listed-url-redirects, canonical/canonicalized]
see:
  - https://www.sitemaps.org/protocol.html#location
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Wrong www variant in sitemap

## What it finds

The host of a listed URL or child sitemap differs from the sitemap's host only by `www.`, and the
robots.txt of that host names neither the sitemap nor an index that lists it.

## Why it matters

`www.example.com` and `example.com` are two hosts, and the sitemap protocol allows URLs of the
sitemap's own host only. Search Console reports "Path mismatch". Usually the listed URL also
redirects.

## How to fix it

Set the site URL in the CMS or sitemap generator to the variant that the site uses, and serve the
sitemap from the same host.

## Example

### A sitemap on www that lists URLs without www

`entries`

| sitemap_url | loc | line |
|---|---|---|
| https://www.example.com/sitemap.xml | https://example.com/a | 3 |
| https://www.example.com/sitemap.xml | https://www.example.com/b | 6 |
| https://www.example.com/sitemap.xml | https://shop.example.com/c | 9 |

`pages`

| url |
|---|
| https://www.example.com/a |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://www.example.com/sitemap.xml | 3 | example.com | www.example.com | Replace with https://www.example.com/a | https://www.example.com/sitemap.xml | replace | loc | https://example.com/a | https://www.example.com/a |
*/
WITH named AS (
    SELECT
        robots_lines.origin,
        sitemaps.id
    FROM robots_lines
    INNER JOIN sitemaps ON robots_lines.url_key = sitemaps.url_key
    WHERE robots_lines.field = 'sitemap'
    UNION
    SELECT
        robots_lines.origin,
        children.id
    FROM robots_lines
    INNER JOIN sitemaps ON robots_lines.url_key = sitemaps.url_key
    INNER JOIN entries ON sitemaps.id = entries.sitemap_id AND entries.kind = 'sitemap'
    INNER JOIN sitemaps AS children ON entries.url_key = children.url_key
    WHERE robots_lines.field = 'sitemap'
),

strangers AS (
    SELECT
        sitemap_id,
        sitemap_url,
        url,
        loc,
        line,
        SPLIT_PART(url, '/', 3) AS host,
        SPLIT_PART(sitemap_url, '/', 3) AS sitemap_host,
        CONCAT(
            SPLIT_PART(url, '/', 1),
            '//',
            SPLIT_PART(sitemap_url, '/', 3),
            REGEXP_REPLACE(url, '^https?://[^/]+', '')
        ) AS wanted
    FROM entries
    WHERE
        SPLIT_PART(url, '/', 3) = CONCAT('www.', SPLIT_PART(sitemap_url, '/', 3))
        OR SPLIT_PART(sitemap_url, '/', 3) = CONCAT('www.', SPLIT_PART(url, '/', 3))
)

SELECT
    strangers.url,
    strangers.sitemap_url,
    strangers.line,
    strangers.host AS observed,
    strangers.sitemap_host AS expected,
    COALESCE(
        page.fix, CONCAT('Replace with ', strangers.wanted, ' if it returns 200')
    ) AS fix,
    CASE WHEN page.action IS NOT NULL THEN strangers.sitemap_url END AS change_url,
    page.action,
    'loc' AS place,
    strangers.loc AS "from",
    page.wanted AS "to"
FROM strangers
LEFT JOIN meant_urls AS page ON strangers.wanted = page.url
LEFT JOIN named
    ON
        strangers.sitemap_id = named.id
        AND named.origin = CONCAT(SPLIT_PART(strangers.url, '/', 1), '//', strangers.host)
WHERE named.id IS NULL

/*
---
severity: error
cause: The robots.txt of {host} lists a sitemap by an escaped URL
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
explains_url: true
needs: [robots_lines, sitemaps]
over: robots_lines
when: >-
  field = 'sitemap' AND url IS NOT NULL AND origin IN
  (SELECT site_origins.origin FROM site_origins WHERE site_origins.is_searched)
see:
  - https://www.sitemaps.org/protocol.html#submit_robots
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2
since: 0.1.0
---
# Escaped URL in a Sitemap line

## What it finds

The URL of a `Sitemap:` line in robots.txt contains an XML entity such as `&amp;` or `&#038;`, or an escaped percent sign
(`%2520` for a space) and is not found. Other
findings about this URL are consequences of this one.

## Why it matters

A robots.txt is plain text: search engines request the URL as it is written, with a parameter named
`amp;page` instead of `page`. With `&#038;`, a comment begins at the `#`, and the URL ends before
it. The server usually returns 404 or another sitemap.

## How to fix it

Write `&` as it is in robots.txt. In WordPress, use `esc_url_raw()` instead of `esc_url()` for the
URL, or list a sitemap without a query string.

## Example

### An ampersand escaped as in HTML

`robots_lines`

| origin | number | field | value |
|---|---|---|---|
| https://example.com | 4 | sitemap | https://example.com/feed?type=sitemap&amp;page=1 |
| https://example.com | 5 | sitemap | https://example.com/feed?type=sitemap&page=2 |

finds:

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/feed?type=sitemap&amp;page=1 | https://example.com/robots.txt | 4 | Contains &amp; | Not escaped | Replace with https://example.com/feed?type=sitemap&page=1 | https://example.com/robots.txt | replace | sitemap | https://example.com/feed?type=sitemap&amp;page=1 | https://example.com/feed?type=sitemap&page=1 |
*/
SELECT
    robots_lines.url AS sitemap_url,
    CONCAT(robots_lines.origin, '/robots.txt') AS related_url,
    robots_lines.number AS line,
    CASE
        WHEN escaped_twice.entity LIKE '&%' THEN CONCAT('Contains ', escaped_twice.entity)
        WHEN escaped_twice.entity IS NOT NULL
            THEN CONCAT('Contains ', escaped_twice.entity, ' and is not found')
        ELSE CONCAT('Contains &#, so the URL ends: ', robots_lines.value)
    END AS observed,
    CASE
        WHEN escaped_twice.entity NOT LIKE '&%' THEN 'Escaped once'
        ELSE 'Not escaped'
    END AS expected,
    CASE
        WHEN escaped_twice.wanted IS NULL THEN 'Write & in place of &#038;'
        WHEN escaped_twice.entity LIKE '&%' THEN CONCAT('Replace with ', escaped_twice.wanted)
        ELSE CONCAT('Replace with ', escaped_twice.wanted, ', if it returns 200')
    END AS fix,
    CASE
        WHEN escaped_twice.wanted IS NOT NULL AND escaped_twice.entity LIKE '&%'
            THEN CONCAT(robots_lines.origin, '/robots.txt')
    END AS change_url,
    'replace' AS action,
    'sitemap' AS place,
    robots_lines.value AS "from",
    escaped_twice.wanted AS "to"
FROM robots_lines
LEFT JOIN escaped_twice ON robots_lines.value = escaped_twice.written
WHERE
    robots_lines.field = 'sitemap'
    AND robots_lines.url IS NOT NULL
    AND (
        escaped_twice.written IS NOT NULL
        OR (robots_lines.problem = 'glued-comment' AND robots_lines.value LIKE '%&')
    )
    AND robots_lines.origin IN (
        SELECT site_origins.origin FROM site_origins
        WHERE site_origins.is_searched
    )

/*
---
severity: error
keeps_out: pages
cause: has a relative URL in <loc>
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [loc-relative, index-child-relative]
known_as:
  Google Search Console: ["Invalid URL", "Invalid URL in sitemap index file: incomplete URL"]
  Lumar: ["Disallowed/Malformed URLs in Sitemaps"]
needs: [entries]
over: entries
when: "loc IS NOT NULL AND COALESCE(loc_problem, '') <> 'empty'"
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Relative URL in <loc>

## What it finds

The `<loc>` of a URL or child sitemap is not an absolute URL: `/page`, `page` or
`//www.example.com/page`.

## Why it matters

The sitemap protocol requires URLs that begin with the protocol, such as https. Search Console
reports "Invalid URL", and search engines do not fetch the page.

## How to fix it

Set the base URL in the CMS or sitemap generator, so that it writes absolute URLs with `https://`
and the host.

## Example

### A path, a protocol-relative URL, a host without a scheme, a relative path

`entries`

| loc | line |
|---|---|
| /about | 3 |
| //example.com/blog | 6 |
| example.com/news | 8 |
| blog/2 | 9 |
| https://example.com/ | 12 |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | 3 | /about | https://example.com/about | Replace with https://example.com/about | https://example.com/sitemap.xml | replace | loc | /about | https://example.com/about |
| https://example.com/sitemap.xml | 6 | //example.com/blog | https://example.com/blog | Replace with https://example.com/blog | https://example.com/sitemap.xml | replace | loc | //example.com/blog | https://example.com/blog |
| https://example.com/sitemap.xml | 8 | example.com/news | https://example.com/news | Replace with https://example.com/news | https://example.com/sitemap.xml | replace | loc | example.com/news | https://example.com/news |
| https://example.com/sitemap.xml | 9 | blog/2 | Absolute http or https URL | Replace with the absolute URL | | | | | |
*/
WITH relative AS (
    SELECT
        sitemap_url,
        line,
        loc,
        CASE
            WHEN loc_problem = 'protocol-relative'
                THEN CONCAT(SPLIT_PART(sitemap_url, '/', 1), TRIM(loc))
            WHEN LEFT(TRIM(loc), 1) = '/'
                THEN CONCAT(REGEXP_EXTRACT(sitemap_url, '^[^/]+//[^/]+'), TRIM(loc))
            WHEN -- the sitemap's own host without a scheme
                LOWER(SPLIT_PART(TRIM(loc), '/', 1)) = LOWER(SPLIT_PART(sitemap_url, '/', 3))
                THEN CONCAT(SPLIT_PART(sitemap_url, '/', 1), '//', TRIM(loc))
        END AS meant
    FROM entries
    WHERE loc_problem IN ('relative', 'protocol-relative')
)

SELECT
    relative.sitemap_url,
    relative.line,
    relative.loc AS observed,
    COALESCE(relative.meant, 'Absolute http or https URL') AS expected,
    CASE
        WHEN relative.meant IS NULL THEN 'Replace with the absolute URL'
        WHEN listed.url IS NULL THEN CONCAT('Replace with ', relative.meant)
        ELSE CONCAT('Remove from the sitemap; ', relative.meant, ' is listed')
    END AS fix,
    CASE WHEN relative.meant IS NOT NULL THEN relative.sitemap_url END AS change_url,
    CASE WHEN listed.url IS NULL THEN 'replace' ELSE 'remove' END AS action,
    'loc' AS place,
    relative.loc AS "from",
    CASE WHEN listed.url IS NULL THEN relative.meant END AS "to"
FROM relative
LEFT JOIN listed ON relative.meant = listed.url

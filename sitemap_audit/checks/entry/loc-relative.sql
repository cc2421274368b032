/*
---
severity: error
keeps_out: pages
cause: has a relative URL in <loc>
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
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

The `<loc>` of a URL or child sitemap is not an absolute URL: `/page`, `page`,
`//www.example.com/page` or `www.example.com/page`.

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
        kind,
        loc,
        loc_problem,
        CASE
            WHEN loc_problem = 'protocol-relative'
                THEN CONCAT(SPLIT_PART(sitemap_url, '/', 1), TRIM(loc))
            WHEN loc_problem = 'no-scheme'
                THEN CONCAT(SPLIT_PART(sitemap_url, '/', 1), '//', TRIM(loc))
            WHEN LEFT(TRIM(loc), 1) = '/'
                THEN CONCAT(REGEXP_EXTRACT(sitemap_url, '^[^/]+//[^/]+'), TRIM(loc))
        END AS meant,
        loc_problem <> 'no-scheme'
        OR REGEXP_REPLACE(LOWER(SPLIT_PART(TRIM(loc), '/', 1)), '^www[.]', '')
        = REGEXP_REPLACE(SPLIT_PART(sitemap_url, '/', 3), '^www[.]', '') AS is_sure
    FROM entries
    WHERE loc_problem IN ('relative', 'protocol-relative', 'no-scheme')
)

SELECT
    relative.sitemap_url,
    relative.line,
    relative.loc AS observed,
    COALESCE(relative.meant, 'Absolute http or https URL') AS expected,
    CASE
        WHEN page.fix IS NOT NULL THEN page.fix
        WHEN relative.is_sure AND relative.meant IS NOT NULL
            THEN CONCAT('Replace with ', relative.meant)
        WHEN relative.loc_problem = 'no-scheme' THEN 'Write the whole URL, with https://'
        ELSE 'Replace with the absolute URL'
    END AS fix,
    CASE
        WHEN page.action IS NOT NULL THEN relative.sitemap_url
        WHEN page.url IS NULL AND relative.is_sure AND relative.meant IS NOT NULL
            THEN relative.sitemap_url
    END AS change_url,
    COALESCE(page.action, 'replace') AS action,
    'loc' AS place,
    relative.loc AS "from",
    CASE WHEN page.url IS NULL THEN relative.meant ELSE page.wanted END AS "to"
FROM relative
LEFT JOIN meant_urls AS page ON relative.meant = page.url AND relative.kind = 'url'

/*
---
severity: notice
cause: has upper-case letters in the URL path
confidence: pedantic
basis: advisory
engines: [google, bing]
known_as:
  Screaming Frog: ["URL: Uppercase"]
needs: [entries]
over: entries
when: "url IS NOT NULL AND kind = 'url'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
since: 0.1.0
---
# Upper-case letters in URL path

## What it finds

The path of a listed URL contains upper-case letters. Those of percent-encoding do not count.

## Why it matters

Paths are case-sensitive: search engines treat `/Shoes` and `/shoes` as two URLs (Google, URL
structure). If other sites link to the lower-case URL, the page has a duplicate, or the link returns
404.

## How to fix it

Use lower case for new URLs in the CMS. Do not change existing URLs for this reason alone.

## Example

### Upper case in the path, in percent-encoding and in a parameter

`entries`

| loc | line |
|---|---|
| https://example.com/Shoes | 3 |
| https://example.com/caf%C3%A9 | 6 |
| https://example.com/shoes?Size=XL | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/Shoes | https://example.com/sitemap.xml | 3 | https://example.com/Shoes | Lower-case path | Use lower case for new URLs |
*/
SELECT
    url,
    sitemap_url,
    line,
    url AS observed,
    'Lower-case path' AS expected,
    'Use lower case for new URLs' AS fix
FROM entries
WHERE
    kind = 'url'
    AND REGEXP_MATCHES(
        REGEXP_REPLACE(
            SPLIT_PART(REGEXP_REPLACE(url, '^https?://[^/]+', ''), '?', 1),
            '%[0-9A-F]{2}',
            '',
            'g'
        ),
        '[A-Z]'
    )

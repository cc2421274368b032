/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google, bing]
aliases: [loc-uppercase]
needs: [entries]
over: entries
when: "url IS NOT NULL AND kind = 'url'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
since: 0.1.0
---
# Address with capital letters

## What it finds

A path with capital letters; those of percent escapes do not count.

## Why it matters

Paths that differ in case are different pages to a search engine. Where people link to them in small
letters, the page stands twice, or not at all.

## How to fix it

Use small letters in new addresses. Do not change old ones for this alone.

## Example

### A capital letter, an escape, a parameter

`entries`

| loc | line |
|---|---|
| https://example.com/Shoes | 3 |
| https://example.com/caf%C3%A9 | 6 |
| https://example.com/shoes?Size=XL | 9 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/Shoes | https://example.com/sitemap.xml | 3 | https://example.com/Shoes | a path in small letters |
*/
SELECT
    url,
    sitemap_url,
    line,
    url AS observed,
    'a path in small letters' AS expected
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

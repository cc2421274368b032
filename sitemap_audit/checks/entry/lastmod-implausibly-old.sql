/*
---
severity: notice
confidence: medium
basis: advisory
engines: [google, bing]
aliases: [lastmod-implausibly-old]
needs: [entries]
over: entries
when: "lastmod_at IS NOT NULL"
parameters: {earliest: '1995-01-01'}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# lastmod that is too old to be true

## What it finds

A `<lastmod>` before 1995, 1970-01-01 among them.

## Why it matters

It is mostly an empty value that was turned into a date. Search engines trust the dates of a site
only as far as they prove right.

## How to fix it

Leave `<lastmod>` out where the date of the last change is not known.

## Example

### The beginning of Unix time

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 1970-01-01 | 3 |
| https://example.com/b | 1998-03-01 | 6 |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | 1970-01-01 | 1995-01-01 or later | https://example.com/sitemap.xml | remove | lastmod | 1970-01-01 |
*/
SELECT
    url,
    sitemap_url,
    line,
    lastmod AS observed,
    CONCAT($earliest, ' or later') AS expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'lastmod' AS place,
    lastmod AS "from"
FROM entries
WHERE lastmod_at < CAST($earliest AS TIMESTAMP)

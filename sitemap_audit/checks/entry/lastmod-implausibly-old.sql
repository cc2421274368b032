/*
---
severity: notice
cause: has an implausibly old lastmod
confidence: medium
basis: advisory
engines: [google, bing]
needs: [entries]
over: entries
when: "lastmod_at IS NOT NULL"
parameters: {earliest: '1995-01-01'}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Implausibly old lastmod

## What it finds

A `<lastmod>` is before 1995-01-01 (`earliest`), for example `1970-01-01`.

## Why it matters

Such a date is usually an empty database field that was converted to a date (Unix time 0). Google
uses `<lastmod>` only if it is consistently accurate.

## How to fix it

Correct the date in the sitemap generator, and leave `<lastmod>` out if the date of the last change
is not known.

## Example

### Unix time 0

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 1970-01-01 | 3 |
| https://example.com/b | 1998-03-01 | 6 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | 1970-01-01 | 1995-01-01 or later | Set the date of the last change, or remove <lastmod> | https://example.com/sitemap.xml | remove | lastmod | 1970-01-01 |
*/
SELECT
    url,
    sitemap_url,
    line,
    lastmod AS observed,
    CONCAT($earliest, ' or later') AS expected,
    'Set the date of the last change, or remove <lastmod>' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'lastmod' AS place,
    lastmod AS "from"
FROM entries
WHERE lastmod_at < CAST($earliest AS TIMESTAMP)

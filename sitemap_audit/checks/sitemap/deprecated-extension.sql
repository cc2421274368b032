/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google]
aliases: [pagemap-or-mobile-deprecated]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex')"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Extension that is no longer read

## What it finds

A sitemap with elements of Google's extensions for mobile pages, PageMap, code search or KML. Each
is reported where it first stands.

## Why it matters

Google's documentation names image, video and news as the extensions that it reads; these are no
longer among them. They do no harm.

## How to fix it

Leave the elements out.

## Example

### Pages for mobile telephones

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail |
|---|---|---|---|
| https://example.com/a.xml | deprecated-extension | 4 | the mobile extension |
| https://example.com/b.xml | extension-namespace | 4 | news elements in another namespace |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 4 | the mobile extension | image, video, news or xhtml:link | https://example.com/a.xml | remove | xml | the elements of the mobile extension |
*/
SELECT
    sitemap_url,
    line,
    detail AS observed,
    'image, video, news or xhtml:link' AS expected,
    CASE WHEN line IS NOT NULL THEN sitemap_url END AS change_url,
    'remove' AS action,
    'xml' AS place,
    CONCAT('the elements of ', detail) AS "from"
FROM file_faults
WHERE code = 'deprecated-extension'

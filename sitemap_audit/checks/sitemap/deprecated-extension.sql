/*
---
severity: notice
cause: uses a deprecated extension
confidence: pedantic
basis: advisory
engines: [google]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex')"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Deprecated sitemap extension

## What it finds

The sitemap contains elements of a Google extension for mobile pages, PageMap, code search or KML.
Each extension is reported once per file, at its first element.

## Why it matters

Google documents the image, video and news extensions and hreflang links. It ignores these older
extensions. They do no harm.

## How to fix it

Remove these elements in the CMS plugin or sitemap generator, or update the plugin.

## Example

### The mobile extension

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail |
|---|---|---|---|
| https://example.com/a.xml | deprecated-extension | 4 | the mobile extension |
| https://example.com/b.xml | extension-namespace | 4 | Namespace of news elements: (none) |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 4 | Deprecated: mobile extension | Image, video, news or hreflang extension | Remove the elements of this extension | https://example.com/a.xml | remove | xml | the elements of the mobile extension |
*/
SELECT
    sitemap_url,
    line,
    CONCAT('Deprecated: ', REGEXP_REPLACE(detail, '^the ', '')) AS observed,
    'Image, video, news or hreflang extension' AS expected,
    'Remove the elements of this extension' AS fix,
    CASE WHEN line IS NOT NULL THEN sitemap_url END AS change_url,
    'remove' AS action,
    'xml' AS place,
    CONCAT('the elements of ', detail) AS "from"
FROM file_faults
WHERE code = 'deprecated-extension'

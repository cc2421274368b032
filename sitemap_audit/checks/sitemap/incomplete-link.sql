/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-sitemap-rel-missing, attribute-missing-or-invalid]
known_as:
  Google Search Console: ["Invalid attribute value", "Missing XML attribute"]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Alternate link that lacks an attribute

## What it finds

An `<xhtml:link>` in a sitemap that lacks `rel="alternate"`, `hreflang` or `href`.

## Why it matters

The link means nothing without all three, and the language version that it stands for is not known.

## How to fix it

Write each link as `<xhtml:link rel="alternate" hreflang="de" href="https://www.example.com/de/"/>`.

## Example

### One file with the fault, and one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | attribute | 5 | <xhtml:link> has no hreflang |  | rel="alternate", hreflang and href |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | 5 | <xhtml:link> has no hreflang | rel="alternate", hreflang and href |
*/
SELECT
    sitemap_url,
    line,
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected,
    CASE WHEN REGEXP_EXTRACT(detail, ' rel$') <> '' THEN sitemap_url END AS change_url,
    'add' AS action,
    'xml' AS place,
    'rel="alternate"' AS "to"
FROM file_faults
WHERE code = 'attribute'

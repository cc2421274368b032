/*
---
severity: error
cause: has an incomplete hreflang annotation
confidence: high
basis: documented
engines: [google]
known_as:
  Google Search Console: ["Invalid attribute value", "Missing XML attribute"]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Incomplete hreflang annotation in sitemap

## What it finds

An `<xhtml:link>` in a sitemap has no `rel="alternate"`, no `hreflang` or no `href`.

## Why it matters

Google needs all three attributes and ignores the annotation without them. Search Console reports
"Missing XML attribute" or "Invalid attribute value".

## How to fix it

Write each annotation in the sitemap template or plugin as `<xhtml:link rel="alternate"
hreflang="de" href="https://www.example.com/de/"/>`.

## Example

### One file with the fault, one without

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

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a.xml | 5 | <xhtml:link> has no hreflang | rel="alternate", hreflang and href | Add the attribute hreflang |
*/
SELECT
    sitemap_url,
    line,
    observed,
    expected,
    CASE REGEXP_EXTRACT(detail, ' (rel|hreflang|href)$', 1)
        WHEN 'hreflang' THEN 'Add the attribute hreflang'
        WHEN 'href' THEN 'Add the attribute href'
        WHEN 'rel' THEN 'Add rel="alternate"'
        ELSE 'Set rel="alternate"'
    END AS fix,
    CASE WHEN REGEXP_EXTRACT(detail, ' rel$') <> '' THEN sitemap_url END AS change_url,
    'add' AS action,
    'xml' AS place,
    'rel="alternate"' AS "to"
FROM file_faults
WHERE code = 'attribute'

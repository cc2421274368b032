/*
---
severity: notice
cause: has a stylesheet of another origin
confidence: pedantic
basis: advisory
engines: [protocol]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.w3.org/TR/xml-stylesheet/
  - https://html.spec.whatwg.org/multipage/browsers.html#origin
since: 0.1.0
---
# Cross-origin stylesheet in sitemap

## What it finds

The URL in the `xml-stylesheet` line of an XML sitemap or feed has another scheme, host or port than
the file itself.

## Why it matters

Browsers block cross-origin XSL stylesheets and show an empty page. Search engines ignore
stylesheets.

## How to fix it

Use the path only (`/sitemap.xsl`) in the `xml-stylesheet` line of the template or CMS plugin.

## Example

### One file with a cross-origin stylesheet, one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | stylesheet-cross-origin | 2 | Stylesheet on https://www.example.com | <?xml-stylesheet href="https://www.example.com/sitemap.xsl"?> | Stylesheet on https://example.com |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 2 | Stylesheet on https://www.example.com: <?xml-stylesheet href="https://www.example.com/sitemap.xsl"?> | Stylesheet on https://example.com | Use a stylesheet path without scheme and host | https://example.com/a.xml | replace | xml | <?xml-stylesheet href="https://www.example.com/sitemap.xsl"?> | <?xml-stylesheet href="/sitemap.xsl"?> |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/a.xml | stylesheet-cross-origin | Stylesheet on https://www.example.com |

finds:

nothing

### The same host with http

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | stylesheet-cross-origin | 2 | Stylesheet on http://example.com | <?xml-stylesheet href="http://example.com/s.xsl"?> | Stylesheet on https://example.com |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | Stylesheet on http://example.com: <?xml-stylesheet href="http://example.com/s.xsl"?> | Stylesheet on https://example.com | Use a stylesheet path without scheme and host | https://example.com/c.xml | replace | xml | <?xml-stylesheet href="http://example.com/s.xsl"?> | <?xml-stylesheet href="/s.xsl"?> |

### http in an HTML page

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | stylesheet-cross-origin | Stylesheet on http://example.com |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    observed,
    expected,
    'Use a stylesheet path without scheme and host' AS fix,
    CASE WHEN excerpt LIKE '%?>' THEN sitemap_url END AS change_url,
    'replace' AS action,
    'xml' AS place,
    excerpt AS "from",
    REGEXP_REPLACE(excerpt, '(href=.)https?://[^/"'']+', '\1') AS "to"
FROM file_faults
WHERE code = 'stylesheet-cross-origin'

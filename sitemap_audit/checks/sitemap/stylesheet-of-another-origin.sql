/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [protocol]
aliases: [stylesheet-cross-origin]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.w3.org/TR/xml-stylesheet/
  - https://html.spec.whatwg.org/multipage/browsers.html#origin
since: 0.1.0
---
# Sitemap with a stylesheet of another origin

## What it finds

An XML file with an `xml-stylesheet` line whose address is on another scheme, host or port than the
file itself.

## Why it matters

Browsers refuse such a stylesheet and show an empty page. Search engines do not read stylesheets.

## How to fix it

Name the stylesheet by its path alone (`/sitemap.xsl`).

## Example

### One file with it, and one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | stylesheet-cross-origin | 2 | a stylesheet of https://www.example.com | <?xml-stylesheet href="https://www.example.com/sitemap.xsl"?> | a stylesheet of https://example.com |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 2 | a stylesheet of https://www.example.com: <?xml-stylesheet href="https://www.example.com/sitemap.xsl"?> | a stylesheet of https://example.com | https://example.com/a.xml | replace | xml | <?xml-stylesheet href="https://www.example.com/sitemap.xsl"?> | <?xml-stylesheet href="/sitemap.xsl"?> |

### A page in place of a sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/a.xml | stylesheet-cross-origin | a stylesheet of https://www.example.com |

finds:

nothing

### The same host by http

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | stylesheet-cross-origin | 2 | a stylesheet of http://example.com | <?xml-stylesheet href="http://example.com/s.xsl"?> | a stylesheet of https://example.com |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | a stylesheet of http://example.com: <?xml-stylesheet href="http://example.com/s.xsl"?> | a stylesheet of https://example.com | https://example.com/c.xml | replace | xml | <?xml-stylesheet href="http://example.com/s.xsl"?> | <?xml-stylesheet href="/s.xsl"?> |

### In a page

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | stylesheet-cross-origin | a stylesheet of http://example.com |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected,
    CASE WHEN excerpt LIKE '%?>' THEN sitemap_url END AS change_url,
    'replace' AS action,
    'xml' AS place,
    excerpt AS "from",
    REGEXP_REPLACE(excerpt, '(href=.)https?://[^/"'']+', '\1') AS "to"
FROM file_faults
WHERE code = 'stylesheet-cross-origin'

/*
---
severity: warning
cause: has content after the end
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Google Search Console: ["Parsing error"]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Content after the end of the sitemap

## What it finds

An XML sitemap or feed has content after the end tag of its root element. Whitespace and comments
are allowed there.

## Why it matters

The file is not well-formed XML. Strict parsers reject it, and Search Console reports "Parsing
error". Others have already read the entries.

## How to fix it

Remove the content in the CMS plugin or template that appends it: usually a debug message, an
analytics script or a second XML document.

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
| https://example.com/a.xml | trailing-content | 5 | Content after </urlset> | <script> | Only comments and whitespace |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | Content after </urlset>: <script> | Only comments and whitespace | Remove the content after the root element | https://example.com/a.xml | remove | xml | <script> |

### A second root element

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | trailing-content | 2 | Content after </urlset> | <urlset> | Only comments and whitespace |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/c.xml | 2 | Content after </urlset>: <urlset> | Only comments and whitespace | Remove the content after the root element |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | trailing-content | Content after </urlset> |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    observed,
    expected,
    'Remove the content after the root element' AS fix,
    CASE
        WHEN NOT REGEXP_MATCHES(written, '^<([?]xml|url|sitemap)') THEN sitemap_url
    END AS change_url,
    'remove' AS action,
    'xml' AS place,
    written AS "from"
FROM file_faults
WHERE code = 'trailing-content'

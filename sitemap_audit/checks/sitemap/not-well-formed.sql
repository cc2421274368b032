/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [xml-not-well-formed]
known_as:
  Ahrefs: ["Sitemap has syntax error"]
  Google Search Console: ["Parsing error"]
  Semrush: ["Format errors in sitemap.xml files"]
  squirrelscan: ["sitemap-valid"]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap that is not well-formed XML

## What it finds

An XML sitemap or feed that breaks the rules of XML: an `&` that is not escaped, a tag that is not
closed, a mark where none may be. Each fault is reported with its place; the entries that could be
saved are audited all the same.

## Why it matters

A strict reader stops at the first fault, and what comes after it is not read. Search Console
reports a parsing error.

## How to fix it

Have the file written by an XML library in place of a text template. In addresses, `&` must be
written `&amp;`.

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
| https://example.com/a.xml | not-well-formed | 5 | & is not escaped | https://example.com/?a=1&b=2 | &amp; |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | 5 | & is not escaped: https://example.com/?a=1&b=2 (entries saved: 0) | &amp; |

### What could be saved of a file that ends too early

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/a.xml | https://example.com/1 |
| https://example.com/a.xml | https://example.com/2 |

`sitemap_problems`

| sitemap_url | code | line | detail | expected |
|---|---|---|---|---|
| https://example.com/a.xml | not-well-formed | 5 | the file ends before </urlset> | well-formed XML |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | 5 | the file ends before </urlset> (entries saved: 2) | well-formed XML |

### In a page, and in an archive that is damaged

`sitemaps`

| url | kind | stopped_by | complete |
|---|---|---|---|
| https://example.com/c.xml | html | | true |
| https://example.com/d.xml.gz | urlset | gzip | false |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | not-well-formed | & is not escaped |
| https://example.com/d.xml.gz | not-well-formed | & is not escaped |

finds:

nothing
*/
SELECT
    file_faults.sitemap_url,
    file_faults.line,
    CONCAT(
        CONCAT_WS(': ', file_faults.detail, file_faults.excerpt),
        ' (entries saved: ', sitemaps.entries + sitemaps.children, ')'
    ) AS observed,
    file_faults.expected
FROM file_faults
INNER JOIN sitemaps ON file_faults.sitemap_id = sitemaps.id
WHERE file_faults.code = 'not-well-formed'

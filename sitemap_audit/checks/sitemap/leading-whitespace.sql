/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google]
aliases: [xml-leading-whitespace]
known_as:
  Google Search Console: ["Leading whitespace"]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Blank space before the XML declaration

## What it finds

An XML sitemap or feed with blank lines or spaces before `<?xml`.

## Why it matters

The declaration must be the very first thing in the file. Search Console reports leading white
space, or takes the file for an HTML page.

## How to fix it

Remove what is written before the file: mostly an empty line at the start or end of a PHP file, a
template or a plugin.

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
| https://example.com/a.xml | leading-whitespace | 5 | space or blank lines before the XML declaration |  | <?xml at the very start of the file |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | space or blank lines before the XML declaration | <?xml at the very start of the file | https://example.com/a.xml | remove | xml | the space before the XML declaration |

### A byte order mark and then a line feed

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | leading-whitespace | 2 | space or blank lines before the XML declaration | | <?xml at the very start of the file |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | space or blank lines before the XML declaration | <?xml at the very start of the file | https://example.com/c.xml | remove | xml | the space before the XML declaration |

### In a page, which is no sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | leading-whitespace | space or blank lines before the XML declaration |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'xml' AS place,
    'the space before the XML declaration' AS "from"
FROM file_faults
WHERE code = 'leading-whitespace'

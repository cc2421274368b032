/*
---
severity: error
keeps_out: pages
cause: has whitespace before the XML declaration
confidence: high
basis: documented
engines: [protocol, google]
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
# Leading whitespace in sitemap

## What it finds

An XML sitemap or feed has blank lines or spaces before `<?xml`.

## Why it matters

The XML declaration must be the first characters of the file. Search Console reports "Leading
whitespace", or reads the file as HTML.

## How to fix it

Remove the whitespace before the XML declaration. Often it is an empty line at the start or end of a
PHP file, a template or a plugin.

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
| https://example.com/a.xml | leading-whitespace | 5 | Whitespace before the XML declaration |  | <?xml as the first characters of the file |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | Whitespace before the XML declaration | <?xml as the first characters of the file | Remove the whitespace before <?xml | https://example.com/a.xml | remove | xml | the space before the XML declaration |

### A byte order mark and a line feed

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | leading-whitespace | 2 | Whitespace before the XML declaration | | <?xml as the first characters of the file |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | Whitespace before the XML declaration | <?xml as the first characters of the file | Remove the whitespace before <?xml | https://example.com/c.xml | remove | xml | the space before the XML declaration |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | leading-whitespace | Whitespace before the XML declaration |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    observed,
    expected,
    'Remove the whitespace before <?xml' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'xml' AS place,
    'the space before the XML declaration' AS "from"
FROM file_faults
WHERE code = 'leading-whitespace'

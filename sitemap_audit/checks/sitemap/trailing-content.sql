/*
---
severity: warning
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [xml-trailing-garbage]
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
# Content behind the end of the sitemap

## What it finds

An XML sitemap or feed with something other than white space and comments behind the end tag of its
root element.

## Why it matters

The file is not well-formed. Readers that have taken all entries by then may not mind; strict ones
reject the file.

## How to fix it

Remove it: mostly a debug message, a statistics snippet or a second document that a plugin appends.

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
| https://example.com/a.xml | trailing-content | 5 | content behind </urlset> | <script> | nothing but comments |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | content behind </urlset>: <script> | nothing but comments | https://example.com/a.xml | remove | xml | <script> |

### A second root element

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | trailing-content | 2 | content behind </urlset> | <urlset> | nothing but comments |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/c.xml | 2 | content behind </urlset>: <urlset> | nothing but comments |

### In a page, which is no sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | trailing-content | content behind </urlset> |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected,
    CASE
        WHEN NOT REGEXP_MATCHES(excerpt, '^<([?]xml|url|sitemap)') THEN sitemap_url
    END AS change_url,
    'remove' AS action,
    'xml' AS place,
    excerpt AS "from"
FROM file_faults
WHERE code = 'trailing-content'

/*
---
severity: warning
cause: has text between the entries
confidence: high
basis: inferred
engines: [protocol, google, bing, yandex]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Text between sitemap entries

## What it finds

An XML sitemap contains text outside its entries.

## Why it matters

Search engines ignore the text. It shows that the generator writes unintended output: usually a PHP
warning, sometimes URLs that should be entries.

## How to fix it

Correct the sitemap template or plugin so that it writes only entries. If the text is an error
message, correct the error; if it is a URL, write it as `<url><loc>…</loc></url>`.

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
| https://example.com/a.xml | stray-text | 5 | Text between the entries of <urlset> | Warning: undefined variable | Only <url> elements |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | Text between the entries of <urlset>: Warning: undefined variable | Only <url> elements | Remove the text | https://example.com/a.xml | remove | xml | Warning: undefined variable |

### The rest of an incomplete entity

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | stray-text | 2 | Text between the entries of <urlset> | amp; | Only <url> elements |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | Text between the entries of <urlset>: amp; | Only <url> elements | Remove the text | https://example.com/c.xml | remove | xml | amp; |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | stray-text | Text between the entries of <urlset> |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    observed,
    expected,
    'Remove the text' AS fix,
    CASE WHEN written IS NOT NULL THEN sitemap_url END AS change_url,
    'remove' AS action,
    'xml' AS place,
    written AS "from"
FROM file_faults
WHERE code = 'stray-text'

/*
---
severity: error
cause: has <url> and <sitemap> in one file
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Mixed <url> and <sitemap> in one file

## What it finds

A `<urlset>` contains a `<sitemap>`, or a `<sitemapindex>` contains a `<url>`. Entries deeper in
the file are reported by `sitemap/misplaced-entries`.

## Why it matters

By the sitemap protocol, a file is either a sitemap or a sitemap index. Search engines ignore
entries of the wrong kind: these pages or sitemaps are not discovered.

## How to fix it

List pages in sitemaps and sitemaps in a sitemap index: correct the template or the sitemap
generator.

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
| https://example.com/a.xml | mixed-content | 5 | <sitemap> in <urlset> |  | <url> |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a.xml | 5 | <sitemap> in <urlset> | <url> | List the sitemap in a sitemap index |

### A page in a sitemap index

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | sitemapindex |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | mixed-content | 2 | <url> in <sitemapindex> | | <sitemap> |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/c.xml | 2 | <url> in <sitemapindex> | <sitemap> | List the page in a sitemap |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | mixed-content | <url> in <sitemapindex> |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    observed,
    expected,
    CASE
        WHEN detail LIKE '<sitemap>%' THEN 'List the sitemap in a sitemap index'
        ELSE 'List the page in a sitemap'
    END AS fix
FROM file_faults
WHERE code = 'mixed-content'

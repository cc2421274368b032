/*
---
severity: notice
confidence: medium
basis: advisory
engines: [protocol]
aliases: [comments-debug-leak]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://cwe.mitre.org/data/definitions/615.html
since: 0.1.0
---
# Sitemap with a debugging comment

## What it finds

A comment of an XML file that holds a path of the server, a database query or a program's error.

## Why it matters

Anybody can read the file. Such comments say how the server is built, and mostly that the generator
runs in a mode that is not meant for visitors, or failed on the way.

## How to fix it

Switch off the generator's debugging, and look into the error if it is one.

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
| https://example.com/a.xml | debug-comment | 5 | a path of the server in a comment | <!-- /var/www/shop/cache/sitemap.php --> | no comment, or one that a visitor may read |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | a path of the server in a comment: <!-- /var/www/shop/cache/sitemap.php --> | no comment, or one that a visitor may read | https://example.com/a.xml | remove | xml | <!-- /var/www/shop/cache/sitemap.php --> |

### A page in place of a sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/a.xml | debug-comment | a path of the server in a comment |

finds:

nothing

### A program's error

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | debug-comment | 2 | a program's error in a comment | <!-- Fatal error: out of memory in map.php on line 3 --> | no comment, or one that a visitor may read |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | a program's error in a comment: <!-- Fatal error: out of memory in map.php on line 3 --> | no comment, or one that a visitor may read | https://example.com/c.xml | remove | xml | <!-- Fatal error: out of memory in map.php on line 3 --> |

### In a page

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | debug-comment | a program's error in a comment |

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
    excerpt AS "from"
FROM file_faults
WHERE code = 'debug-comment'

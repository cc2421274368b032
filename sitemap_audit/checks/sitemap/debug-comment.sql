/*
---
severity: notice
cause: has debug output in a comment
confidence: medium
basis: advisory
engines: [protocol]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://cwe.mitre.org/data/definitions/615.html
since: 0.1.0
---
# Debug output in a sitemap comment

## What it finds

A comment in an XML sitemap or feed contains a file path of the server, a database query or an error
message.

## Why it matters

Anybody can read the file. Such comments reveal how the server is built. Often they also show that
the generator runs in debug mode or failed.

## How to fix it

Turn off debug mode in the CMS plugin or sitemap generator. If the comment is an error message,
correct the error.

## Example

### One file with a debug comment, one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | debug-comment | 5 | Server path in a comment | <!-- /var/www/shop/cache/sitemap.php --> | No internal details in comments |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | Server path in a comment: <!-- /var/www/shop/cache/sitemap.php --> | No internal details in comments | Remove the comment and turn off debug mode | https://example.com/a.xml | remove | xml | <!-- /var/www/shop/cache/sitemap.php --> |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/a.xml | debug-comment | Server path in a comment |

finds:

nothing

### An error message

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | debug-comment | 2 | Error message in a comment | <!-- Fatal error: out of memory in map.php on line 3 --> | No internal details in comments |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | Error message in a comment: <!-- Fatal error: out of memory in map.php on line 3 --> | No internal details in comments | Remove the comment and turn off debug mode | https://example.com/c.xml | remove | xml | <!-- Fatal error: out of memory in map.php on line 3 --> |

### An error message in an HTML page

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | debug-comment | Error message in a comment |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    observed,
    expected,
    'Remove the comment and turn off debug mode' AS fix,
    CASE WHEN written IS NOT NULL THEN sitemap_url END AS change_url,
    'remove' AS action,
    'xml' AS place,
    written AS "from"
FROM file_faults
WHERE code = 'debug-comment'

/*
---
severity: error
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [text-sitemap-invalid-line]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind = 'text'"
see:
  - https://www.sitemaps.org/protocol.html#otherformats
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Invalid line in text sitemap

## What it finds

A line of a text sitemap is not exactly one absolute URL: a heading, a comment, table columns or two
URLs. Empty lines are allowed.

## Why it matters

The sitemap protocol allows one URL per line and nothing else. Search engines ignore the line, and
Search Console reports an invalid URL.

## How to fix it

List one absolute URL per line in the export script or generator. For lastmod, hreflang or images,
use an XML sitemap.

## Example

### One file with the fault, one without

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | text |
| https://example.com/b.xml | text |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | text-line | 5 | Not one absolute URL | url;title;date | One absolute URL per line |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | Not one absolute URL: url;title;date | One absolute URL per line | Remove the line | https://example.com/a.xml | remove | rule | url;title;date |

### Two URLs with a comma

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | text |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | text-line | 2 | Not one absolute URL | https://example.com/1,https://example.com/2 | One absolute URL per line |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/c.xml | 2 | Not one absolute URL: https://example.com/1,https://example.com/2 | One absolute URL per line | List one absolute URL per line |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | text-line | Not one absolute URL |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    observed,
    expected,
    CASE
        WHEN excerpt LIKE '%:/%' THEN 'List one absolute URL per line'
        ELSE 'Remove the line'
    END AS fix,
    CASE WHEN excerpt NOT LIKE '%:/%' THEN sitemap_url END AS change_url,
    'remove' AS action,
    'rule' AS place,
    excerpt AS "from"
FROM file_faults
WHERE code = 'text-line'

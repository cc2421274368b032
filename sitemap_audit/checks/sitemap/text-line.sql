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
# Line of a text sitemap that is no address

## What it finds

A line of a text sitemap that is not exactly one address: a heading, a comment, columns of a table,
two addresses. Empty lines are in order.

## Why it matters

A text sitemap holds nothing but addresses, one a line. Search engines report an invalid URL and
pass over the line.

## How to fix it

Write one full address on each line. What needs more than addresses goes into an XML sitemap.

## Example

### One file with the fault, and one without

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | text |
| https://example.com/b.xml | text |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | text-line | 5 | a line that is not one URL | url;title;date | one absolute URL a line, and nothing else |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | a line that is not one URL: url;title;date | one absolute URL a line, and nothing else | https://example.com/a.xml | remove | rule | url;title;date |

### Two addresses with a comma between

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | text |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | text-line | 2 | a line that is not one URL | https://example.com/1,https://example.com/2 | one absolute URL a line, and nothing else |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/c.xml | 2 | a line that is not one URL: https://example.com/1,https://example.com/2 | one absolute URL a line, and nothing else |

### In a page, which is no sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | text-line | a line that is not one URL |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected,
    CASE WHEN excerpt NOT LIKE '%:/%' THEN sitemap_url END AS change_url,
    'remove' AS action,
    'rule' AS place,
    excerpt AS "from"
FROM file_faults
WHERE code = 'text-line'

/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [protocol]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://cwe.mitre.org/data/definitions/615.html
since: 0.1.0
---
# Sitemap with the version or timings of its generator

## What it finds

A comment of an XML file that names the version of a program, or how long it took.

## Why it matters

It does no harm by itself; an old version tells an attacker where to begin.

## How to fix it

Switch the comment off, where the generator lets you.

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
| https://example.com/a.xml | generator-comment | 5 | a version in a comment | <!-- Sitemap plugin v2.3.1 --> | no comment, or one that a visitor may read |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | a version in a comment: <!-- Sitemap plugin v2.3.1 --> | no comment, or one that a visitor may read | https://example.com/a.xml | remove | xml | <!-- Sitemap plugin v2.3.1 --> |

### A page in place of a sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/a.xml | generator-comment | a version in a comment |

finds:

nothing

### Timings

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | generator-comment | 2 | timings in a comment | <!-- 12 queries, 0.3 s --> | no comment, or one that a visitor may read |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | timings in a comment: <!-- 12 queries, 0.3 s --> | no comment, or one that a visitor may read | https://example.com/c.xml | remove | xml | <!-- 12 queries, 0.3 s --> |

### In a page

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | generator-comment | timings in a comment |

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
WHERE code = 'generator-comment'

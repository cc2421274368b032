/*
---
severity: notice
cause: shows version or timing of the generator in a comment
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
# Generator version or timing in sitemap comment

## What it finds

A comment in an XML sitemap or feed contains the version of a program, or how long the file took to
generate.

## Why it matters

It does no harm to indexing. An outdated version tells attackers which known vulnerabilities to try.

## How to fix it

Turn off the comment in the settings of the CMS plugin or sitemap generator, if it has such a
setting.

## Example

### One file with a version, one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | generator-comment | 5 | Version number in a comment | <!-- Sitemap plugin v2.3.1 --> | No internal details in comments |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | Version number in a comment: <!-- Sitemap plugin v2.3.1 --> | No internal details in comments | Remove the comment | https://example.com/a.xml | remove | xml | <!-- Sitemap plugin v2.3.1 --> |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/a.xml | generator-comment | Version number in a comment |

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
| https://example.com/c.xml | generator-comment | 2 | Timings in a comment | <!-- 12 queries, 0.3 s --> | No internal details in comments |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | Timings in a comment: <!-- 12 queries, 0.3 s --> | No internal details in comments | Remove the comment | https://example.com/c.xml | remove | xml | <!-- 12 queries, 0.3 s --> |

### Timings in an HTML page

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | generator-comment | Timings in a comment |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    observed,
    expected,
    'Remove the comment' AS fix,
    CASE WHEN written IS NOT NULL THEN sitemap_url END AS change_url,
    'remove' AS action,
    'xml' AS place,
    written AS "from"
FROM file_faults
WHERE code = 'generator-comment'

/*
---
severity: warning
cause: has a DOCTYPE
confidence: medium
basis: advisory
engines: [protocol]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# DOCTYPE in sitemap

## What it finds

An XML sitemap or feed contains a `<!DOCTYPE …>`. This audit expands no entity that it declares.

## Why it matters

The sitemap protocol needs no DOCTYPE. Many XML parsers reject files with one, because entities are
a known attack (XXE). Text that an entity stands for is then missing from the URLs.

## How to fix it

Remove the DOCTYPE in the template or sitemap generator, and replace each entity with its text.

## Example

### One file with a DOCTYPE, one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | dtd | 5 | DOCTYPE | <!DOCTYPE urlset> | No DOCTYPE |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | DOCTYPE: <!DOCTYPE urlset> | No DOCTYPE | Remove the DOCTYPE | https://example.com/a.xml | remove | xml | <!DOCTYPE urlset> |

### A DOCTYPE with entities

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | dtd | 2 | DOCTYPE with 2 entities | <!DOCTYPE urlset [<!ENTITY a "b"> | No DOCTYPE |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | DOCTYPE with 2 entities: <!DOCTYPE urlset [<!ENTITY a "b"> | No DOCTYPE | Remove the DOCTYPE and write out its entities | | | | |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | dtd | DOCTYPE with 2 entities |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    observed,
    expected,
    CASE
        WHEN detail LIKE '%DOCTYPE with%' THEN 'Remove the DOCTYPE and write out its entities'
        WHEN detail LIKE '%DOCTYPE%' THEN 'Remove the DOCTYPE'
        ELSE 'Replace the entity with its text'
    END AS fix,
    CASE WHEN detail LIKE '%DOCTYPE' AND written IS NOT NULL THEN sitemap_url END AS change_url,
    'remove' AS action,
    'xml' AS place,
    written AS "from"
FROM file_faults
WHERE code = 'dtd'

/*
---
severity: warning
confidence: medium
basis: advisory
engines: [protocol]
aliases: [xml-dtd-or-entity]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap with a document type

## What it finds

An XML sitemap or feed with a `<!DOCTYPE …>`. This audit expands no entity that it declares.

## Why it matters

Sitemaps need none. Careful readers reject such files, since entities are a known way of attack;
what an entity stands for is then missing from the addresses.

## How to fix it

Remove the declaration and write out what its entities stand for.

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
| https://example.com/a.xml | dtd | 5 | a DOCTYPE | <!DOCTYPE urlset> | none: it is not read and no entity is expanded |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | a DOCTYPE: <!DOCTYPE urlset> | none: it is not read and no entity is expanded | https://example.com/a.xml | remove | xml | <!DOCTYPE urlset> |

### Entities, one of them a file

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | dtd | 2 | a DOCTYPE with entities (2) | <!DOCTYPE urlset [<!ENTITY a "b"> | none: it is not read and no entity is expanded |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | a DOCTYPE with entities (2): <!DOCTYPE urlset [<!ENTITY a "b"> | none: it is not read and no entity is expanded | https://example.com/c.xml | remove | xml | <!DOCTYPE urlset [<!ENTITY a "b"> |

### In a page, which is no sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | dtd | a DOCTYPE with entities (2) |

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
WHERE code = 'dtd'

/*
---
severity: warning
keeps_out: pages
confidence: high
basis: inferred
engines: [protocol, google, bing]
aliases: [index-depth-exceeded]
needs: [sitemaps, entries]
over: index_children
parameters: {max_depth: 3}
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap index nested too deeply

## What it finds

A sitemap that lies below more than three indexes: the first line of each branch that leads so deep.
A line behind which this audit stopped reading (below ten indexes) is reported too; what lies there
is unknown.

## Why it matters

The protocol knows one level. What lies deeper is read by no engine, and a nesting without end is
mostly a generator that goes round in a circle.

## How to fix it

List the sitemaps themselves in one index.

## Example

### The fourth level, and one that was not read

`sitemaps`

| url | kind | found_by | depth |
|---|---|---|---|
| https://example.com/3.xml | sitemapindex | index | 3 |
| https://example.com/4.xml | sitemapindex | index | 4 |
| https://example.com/10.xml | sitemapindex | index | 10 |

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/3.xml | sitemap | https://example.com/4.xml | 2 |
| https://example.com/4.xml | sitemap | https://example.com/5.xml | 2 |
| https://example.com/10.xml | sitemap | https://example.com/11.xml | 2 |

finds:

| sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/3.xml | https://example.com/4.xml | 2 | below 4 indexes | below 3 indexes at most |
| https://example.com/10.xml | https://example.com/11.xml | 2 | below 11 indexes, not read | below 3 indexes at most |

### Below three indexes

`sitemaps`

| url | kind | found_by | depth |
|---|---|---|---|
| https://example.com/2.xml | sitemapindex | index | 2 |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/2.xml | sitemap | https://example.com/3.xml |

finds:

nothing
*/
SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    CONCAT(
        'below ', depth, ' indexes', CASE WHEN child_state IS NULL THEN ', not read' ELSE '' END
    ) AS observed,
    CONCAT('below ', $max_depth, ' indexes at most') AS expected
FROM index_children
WHERE
    NOT closes_circle
    AND (depth = $max_depth + 1 OR (depth > $max_depth + 1 AND depth > 10 AND child_state IS NULL))

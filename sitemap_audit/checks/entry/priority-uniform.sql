/*
---
severity: notice
confidence: medium
basis: documented
engines: [yandex]
aliases: [priority-uniform]
needs: [entries]
over: entries
when: "priority IS NOT NULL"
parameters: {min_entries: 20}
see:
  - https://yandex.com/support/webmaster/en/controlling-robot/sitemap
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
since: 0.1.0
---
# One priority for every entry

## What it finds

A sitemap of twenty entries or more that all have the same `<priority>`.

## Why it matters

Priority says which of a site's pages matter more than others. The same everywhere, it says nothing;
Yandex orders its visits by it.

## How to fix it

Give the pages that matter a higher priority, or leave the element out.

## Example

### All 1.0, in one notation or another

`parameters`

| min_entries |
|---|
| 2 |

`entries`

| sitemap_url | loc | priority |
|---|---|---|
| https://example.com/a.xml | https://example.com/1 | 1.0 |
| https://example.com/a.xml | https://example.com/2 | 1 |
| https://example.com/b.xml | https://example.com/3 | 1.0 |
| https://example.com/b.xml | https://example.com/4 | 0.5 |
| https://example.com/c.xml | https://example.com/5 | 0.5 |
| https://example.com/c.xml | https://example.com/6 | |

finds:

| sitemap_url | observed | expected | change_url | action | place |
|---|---|---|---|---|---|
| https://example.com/a.xml | 1.0 in all 2 entries | priorities that differ, or none | https://example.com/a.xml | remove | priority |
*/
SELECT
    sitemap_url,
    CONCAT(MAX(priority), ' in all ', COUNT(*), ' entries') AS observed,
    'priorities that differ, or none' AS expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'priority' AS place
FROM entries
WHERE kind = 'url'
GROUP BY sitemap_id, sitemap_url
HAVING
    COUNT(*) >= $min_entries
    AND COUNT(*) = COUNT(priority_value)
    AND MIN(priority_value) = MAX(priority_value)

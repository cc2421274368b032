/*
---
severity: notice
cause: has the same priority on all URLs
confidence: medium
basis: documented
engines: [yandex]
needs: [entries]
over: entries
when: "priority IS NOT NULL"
parameters: {min_entries: 20}
see:
  - https://yandex.com/support/webmaster/en/controlling-robot/sitemap
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
since: 0.1.0
---
# Identical priority on all URLs

## What it finds

A sitemap has at least `min_entries` (20) URLs, and all of them have the same `<priority>`.

## Why it matters

`<priority>` compares the pages of one site, so the same value everywhere has no effect. Yandex uses
it to order its crawl; Google and Bing ignore it.

## How to fix it

Set a higher `<priority>` for important page types in the sitemap generator, or turn it off.

## Example

### All 1.0, written as 1.0 and 1

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

| sitemap_url | observed | expected | fix | change_url | action | place |
|---|---|---|---|---|---|---|
| https://example.com/a.xml | 1.0 on all 2 URLs | Different priorities, or none | Remove <priority>, or set different values | https://example.com/a.xml | remove | priority |
*/
SELECT
    sitemap_url,
    CONCAT(MAX(priority), ' on all ', FORMAT_NUMBER(COUNT(*), 0), ' URLs') AS observed,
    'Different priorities, or none' AS expected,
    'Remove <priority>, or set different values' AS fix,
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

/*
---
severity: warning
confidence: high
basis: documented
engines: [protocol, yandex]
aliases: [priority-invalid]
known_as:
  Google Search Console: ["Invalid tag value"]
needs: [entries]
over: entries
when: "priority IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# priority that is no number from 0.0 to 1.0

## What it finds

An entry whose `<priority>` is not a decimal number from 0.0 to 1.0: a word, a comma in place of the
point, a value below or above.

## Why it matters

Search Console reports an invalid value. Google and Bing pay no heed to the element even where it is
right; Yandex orders its visits by it.

## How to fix it

Correct the value, or drop the element from all entries.

## Example

### Too high, and with a comma

`entries`

| loc | priority | line |
|---|---|---|
| https://example.com/a | 10 | 4 |
| https://example.com/b | 0,8 | 8 |
| https://example.com/c | 0.8 | 12 |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 4 | 10 | a number from 0.0 to 1.0 | https://example.com/sitemap.xml | remove | priority | 10 |
| https://example.com/b | https://example.com/sitemap.xml | 8 | 0,8 | a number from 0.0 to 1.0 | https://example.com/sitemap.xml | remove | priority | 0,8 |
*/
SELECT
    url,
    sitemap_url,
    line,
    priority AS observed,
    'a number from 0.0 to 1.0' AS expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'priority' AS place,
    priority AS "from"
FROM entries
WHERE priority_problem IS NOT NULL

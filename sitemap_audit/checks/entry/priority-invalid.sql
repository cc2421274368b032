/*
---
severity: warning
cause: has an invalid <priority>
confidence: high
basis: documented
engines: [protocol, yandex]
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
# Invalid <priority> value

## What it finds

The `<priority>` of a URL is not a decimal number from 0.0 to 1.0: it is a word, has a decimal
comma, or is too low or too high.

## Why it matters

The sitemap protocol allows only these numbers, and Search Console reports "Invalid tag value".
Google and Bing ignore `<priority>` even if it is valid; Yandex uses it to order its crawl.

## How to fix it

Correct the value in the sitemap generator, or turn `<priority>` off in its settings.

## Example

### Too high, and with a decimal comma

`entries`

| loc | priority | line |
|---|---|---|
| https://example.com/a | 10 | 4 |
| https://example.com/b | 0,8 | 8 |
| https://example.com/c | 0.8 | 12 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 4 | 10 | Number from 0.0 to 1.0 | Remove <priority>, or set a number from 0.0 to 1.0 | https://example.com/sitemap.xml | remove | priority | 10 |
| https://example.com/b | https://example.com/sitemap.xml | 8 | 0,8 | Number from 0.0 to 1.0 | Remove <priority>, or set a number from 0.0 to 1.0 | https://example.com/sitemap.xml | remove | priority | 0,8 |
*/
SELECT
    url,
    sitemap_url,
    line,
    CASE WHEN priority_problem = 'empty' THEN 'Empty <priority>' ELSE priority END AS observed,
    'Number from 0.0 to 1.0' AS expected,
    'Remove <priority>, or set a number from 0.0 to 1.0' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'priority' AS place,
    priority AS "from"
FROM entries
WHERE priority_problem IS NOT NULL

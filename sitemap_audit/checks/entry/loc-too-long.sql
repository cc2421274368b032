/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol]
aliases: [loc-too-long]
known_as:
  Semrush: ["URLs longer than 2,000 characters"]
  Yandex: ["URL length exceeds the limit"]
needs: [entries]
over: entries
when: "url IS NOT NULL"
parameters: {max_characters: 2047}
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
since: 0.1.0
---
# Address that is too long

## What it finds

A `<loc>` of 2,048 characters or more.

## Why it matters

The protocol wants fewer than 2,048 characters. Readers may drop the entry or cut the address.

## How to fix it

Give the page a shorter address: mostly it is parameters that need not be in it.

## Example

### One character too many

`parameters`

| max_characters |
|---|
| 22 |

`entries`

| loc | line |
|---|---|
| https://example.com/abc | 3 |
| https://example.com/ab | 6 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/abc | https://example.com/sitemap.xml | 3 | 23 characters | at most 22 characters |
*/
WITH lengths AS (
    SELECT
        url,
        sitemap_url,
        line,
        LENGTH(REGEXP_REPLACE(loc, '^\s+|\s+$', '', 'g')) AS characters
    FROM entries
    WHERE url IS NOT NULL
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT(characters, ' characters') AS observed,
    CONCAT('at most ', $max_characters, ' characters') AS expected
FROM lengths
WHERE characters > $max_characters

/*
---
severity: error
keeps_out: pages
cause: has a URL of more than 2,047 characters
confidence: high
basis: documented
engines: [protocol]
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
# URL longer than 2,047 characters

## What it finds

A `<loc>` has 2,048 characters or more.

## Why it matters

The sitemap protocol requires fewer than 2,048 characters. Search engines may ignore the URL or
truncate it.

## How to fix it

Shorten the URL in the CMS or shop, usually by removing parameters that the page does not need.
Redirect the old URL to the new one.

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

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/abc | https://example.com/sitemap.xml | 3 | 23 characters | At most 22 characters | Shorten the URL |
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
    CONCAT(FORMAT_NUMBER(characters, 0), ' characters') AS observed,
    CONCAT('At most ', FORMAT_NUMBER($max_characters, 0), ' characters') AS expected,
    'Shorten the URL' AS fix
FROM lengths
WHERE characters > $max_characters

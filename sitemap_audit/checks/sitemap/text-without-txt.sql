/*
---
severity: notice
confidence: high
basis: advisory
engines: [google]
aliases: [text-sitemap-extension]
needs: [sitemaps]
over: sitemap_states
when: "kind = 'text'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Text sitemap whose name does not end in .txt

## What it finds

A list of addresses, one a line, at an address that does not end in `.txt` (or `.txt.gz`).

## Why it matters

Google asks that a text sitemap have this ending.

## How to fix it

Rename the file, and correct the line that names it.

## Example

### Another ending, and none

`sitemaps`

| url | kind |
|---|---|
| https://example.com/urllist.csv | text |
| https://example.com/sitemap | text |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/urllist.csv | urllist.csv | a name that ends in .txt |
| https://example.com/sitemap | sitemap | a name that ends in .txt |

### In order, whatever the case, the packing and the query

`sitemaps`

| url | kind |
|---|---|
| https://example.com/urllist.TXT | text |
| https://example.com/urllist.txt.gz | text |
| https://example.com/list.txt?lang=de | text |
| https://example.com/sitemap.xml | urlset |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    REGEXP_REPLACE(SPLIT_PART(url, '?', 1), '^.*/', '') AS observed,
    'a name that ends in .txt' AS expected
FROM sitemap_states
WHERE
    kind = 'text'
    AND LOWER(SPLIT_PART(url, '?', 1)) NOT LIKE '%.txt'
    AND LOWER(SPLIT_PART(url, '?', 1)) NOT LIKE '%.txt.gz'

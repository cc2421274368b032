/*
---
severity: notice
cause: is a text sitemap without the extension .txt
confidence: high
basis: advisory
engines: [google]
needs: [sitemaps]
over: sitemap_states
when: "kind = 'text'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Text sitemap without .txt extension

## What it finds

A text sitemap (one URL per line) has a URL that does not end in `.txt` or `.txt.gz`.

## Why it matters

Google requires the extension `.txt` for text sitemaps. The sitemap protocol and Bing do not.

## How to fix it

Rename the file, and correct its Sitemap line in robots.txt or its entry in the sitemap index.

## Example

### Another extension, no extension

`sitemaps`

| url | kind |
|---|---|
| https://example.com/urllist.csv | text |
| https://example.com/sitemap | text |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/urllist.csv | urllist.csv | File name ending in .txt | Use the extension .txt |
| https://example.com/sitemap | sitemap | File name ending in .txt | Use the extension .txt |

### .txt in any case, compressed, with a query

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
    'File name ending in .txt' AS expected,
    'Use the extension .txt' AS fix
FROM sitemap_states
WHERE
    kind = 'text'
    AND LOWER(SPLIT_PART(url, '?', 1)) NOT LIKE '%.txt'
    AND LOWER(SPLIT_PART(url, '?', 1)) NOT LIKE '%.txt.gz'

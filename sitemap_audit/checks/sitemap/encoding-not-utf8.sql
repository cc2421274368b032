/*
---
severity: error
cause: is not UTF-8
confidence: high
basis: documented
engines: [protocol, google]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind NOT IN ('html', 'empty', 'unknown')"
unknown: "encoding IS NULL"
see:
  - https://www.sitemaps.org/protocol.html
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Sitemap is not UTF-8

## What it finds

The sitemap uses another encoding than UTF-8. The byte order mark decides, then the XML declaration,
then the charset of the Content-Type header. A file that is declared as an encoding that it does not
have is reported by `sitemap/encoding-false`.

## Why it matters

The sitemap protocol and Google require UTF-8. In other encodings, search engines may read URLs with
non-ASCII characters incorrectly.

## How to fix it

Encode the file as UTF-8 in the sitemap generator or template. Write `<?xml version="1.0"
encoding="UTF-8"?>` as the first line, and set no other charset in the Content-Type header.

## Example

### ISO-8859-1

`sitemaps`

| url | encoding | encoding_declared |
|---|---|---|
| https://example.com/a.xml | iso-8859-1 | ISO-8859-1 |
| https://example.com/b.xml | utf-8 | UTF-8 |
| https://example.com/c.txt | ascii | |

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | iso-8859-1 | UTF-8 | Encode the file as UTF-8 | https://example.com/a.xml | replace | encoding | iso-8859-1 | UTF-8 |
*/
SELECT
    url AS sitemap_url,
    encoding AS observed,
    'UTF-8' AS expected,
    'Encode the file as UTF-8' AS fix,
    url AS change_url,
    'replace' AS action,
    'encoding' AS place,
    encoding AS "from",
    'UTF-8' AS "to"
FROM sitemaps
WHERE
    LOWER(encoding) NOT IN ('utf-8', 'utf8', 'utf-8-sig', 'ascii', 'us-ascii')
    AND kind NOT IN ('html', 'empty', 'unknown')
    AND id NOT IN (
        SELECT file_faults.sitemap_id
        FROM file_faults
        WHERE file_faults.code = 'encoding-false'
    )

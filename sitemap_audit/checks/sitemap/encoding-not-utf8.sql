/*
---
severity: error
confidence: high
basis: documented
engines: [protocol, google]
aliases: [encoding-not-utf8]
needs: [sitemaps]
over: sitemaps
when: "kind NOT IN ('html', 'empty', 'unknown')"
unknown: "encoding IS NULL"
see:
  - https://www.sitemaps.org/protocol.html
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Sitemap that is not UTF-8

## What it finds

A sitemap that is written, or says that it is written, in another encoding than UTF-8. What counts
is the byte order mark, then the XML declaration, then the charset of the Content-Type.

## Why it matters

The protocol and Google ask for UTF-8. Other encodings are read by some engines and not by others,
and addresses with letters beyond ASCII go wrong first.

## How to fix it

Write the file as UTF-8, with `<?xml version="1.0" encoding="UTF-8"?>` as its first line and no
other charset in the Content-Type.

## Example

### An older encoding

`sitemaps`

| url | encoding | encoding_declared |
|---|---|---|
| https://example.com/a.xml | iso-8859-1 | ISO-8859-1 |
| https://example.com/b.xml | utf-8 | UTF-8 |
| https://example.com/c.txt | ascii | |

finds:

| sitemap_url | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | iso-8859-1 | UTF-8 | https://example.com/a.xml | replace | encoding | iso-8859-1 | UTF-8 |
*/
SELECT
    url AS sitemap_url,
    encoding AS observed,
    'UTF-8' AS expected,
    url AS change_url,
    'replace' AS action,
    'encoding' AS place,
    encoding AS "from",
    'UTF-8' AS "to"
FROM sitemaps
WHERE
    LOWER(encoding) NOT IN ('utf-8', 'utf8', 'utf-8-sig', 'ascii', 'us-ascii')
    AND kind NOT IN ('html', 'empty', 'unknown')

/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [sitemap-compression-unsupported]
needs: [sitemaps]
over: sitemaps
when: "kind IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap packed in a way that is not supported

## What it finds

A sitemap file that is packed as zip, bzip2, xz or zstd, or twice with gzip. Compression that the
server adds for the way (Content-Encoding) is another matter and in order.

## Why it matters

The protocol allows plain text and gzip. Search engines report an error and take nothing from the
file.

## How to fix it

Pack the file with gzip, once, or not at all.

## Example

### A zip archive, and gzip twice

`sitemaps`

| url | compression | kind |
|---|---|---|
| https://example.com/a.xml.zip | zip | unknown |
| https://example.com/b.xml.gz | gzip-twice | urlset |
| https://example.com/c.xml.gz | gzip | urlset |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/a.xml.zip | zip | plain text or gzip |
| https://example.com/b.xml.gz | gzip-twice | plain text or gzip |
*/
SELECT
    url AS sitemap_url,
    compression AS observed,
    'plain text or gzip' AS expected
FROM sitemaps
WHERE compression IN ('gzip-twice', 'zip', 'bzip2', 'xz', 'zstd')

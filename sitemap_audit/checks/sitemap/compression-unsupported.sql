/*
---
severity: error
keeps_out: pages
cause: is compressed in an unsupported format
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
needs: [sitemaps]
over: sitemaps
when: "kind IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap compressed in an unsupported format

## What it finds

A sitemap file is compressed with zip, bzip2, xz or zstd, or twice with gzip. A Content-Encoding
header that the server adds is allowed and is not counted.

## Why it matters

The sitemap protocol allows uncompressed files and gzip only. Search Console reports a compression
error, and no URL is read from the file.

## How to fix it

Compress the file once with gzip, or serve it uncompressed. Change this in the sitemap generator,
the CMS plugin or the export script.

## Example

### A zip archive, and gzip twice

`sitemaps`

| url | compression | kind |
|---|---|---|
| https://example.com/a.xml.zip | zip | unknown |
| https://example.com/b.xml.gz | gzip-twice | urlset |
| https://example.com/c.xml.gz | gzip | urlset |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml.zip | Compressed with zip | Uncompressed or gzip | Compress once with gzip |
| https://example.com/b.xml.gz | Compressed twice with gzip | Uncompressed or gzip | Compress once with gzip |
*/
SELECT
    url AS sitemap_url,
    CASE compression
        WHEN 'gzip-twice' THEN 'Compressed twice with gzip'
        ELSE CONCAT('Compressed with ', compression)
    END AS observed,
    'Uncompressed or gzip' AS expected,
    'Compress once with gzip' AS fix
FROM sitemaps
WHERE compression IN ('gzip-twice', 'zip', 'bzip2', 'xz', 'zstd')

/*
---
severity: error
keeps_out: pages
cause: is a corrupt gzip file
confidence: high
basis: documented
engines: [google, yandex]
known_as:
  Google Search Console: ["Compression error"]
  Yandex: ["Extraction error"]
needs: [sitemaps]
over: sitemaps
when: "compression IS NOT NULL OR content_encoding IS NOT NULL OR stopped_by = 'gzip'"
unknown: "error = 'truncated'"
see:
  - https://support.google.com/webmasters/answer/7451001
  - https://yandex.com/support/webmaster/en/indexing-options/sitemap
since: 0.1.0
---
# Corrupt gzip sitemap

## What it finds

A gzip-compressed sitemap is corrupt or truncated and cannot be decompressed completely. The file
name does not matter. Content-Encoding that the server adds counts too.

## Why it matters

Search Console reports "Compression error", Yandex Webmaster "Extraction error". No URL is read from
the file.

## How to fix it

Compress the file again with the sitemap generator and test it with `gzip -t`. If the server or CDN
compresses the file a second time or truncates it, correct its configuration.

## Example

### A corrupt file

`sitemaps`

| url | compression | complete | stopped_by | unpacked |
|---|---|---|---|---|
| https://example.com/a.xml.gz | gzip | false | gzip | 1200 |
| https://example.com/b.xml.gz | gzip | true | | 1200 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml.gz | Corrupt after 1,200 decompressed bytes | A valid gzip file | Compress the file again |
*/
SELECT
    url AS sitemap_url,
    found_in AS related_url,
    CONCAT(
        'Corrupt after ',
        FORMAT_NUMBER(COALESCE(unpacked, 0), 0),
        ' decompressed bytes'
    ) AS observed,
    'A valid gzip file' AS expected,
    'Compress the file again' AS fix
FROM sitemaps
WHERE stopped_by = 'gzip' AND COALESCE(error, '') <> 'truncated'

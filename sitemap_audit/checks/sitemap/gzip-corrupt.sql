/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, yandex]
aliases: [sitemap-gzip-corrupt]
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
# Compressed sitemap that cannot be unpacked

## What it finds

A sitemap that is compressed and whose data are damaged or break off, so that it cannot be unpacked
to its end. The name of the file does not matter, and neither does compression that the server adds
for the way.

## Why it matters

Search engines report a compression error and take nothing from the file.

## How to fix it

Make the file anew and try it with `gzip -t`. Where the server compresses what is already
compressed, or cuts the file off, correct that.

## Example

### A damaged file

`sitemaps`

| url | compression | complete | stopped_by | unpacked |
|---|---|---|---|---|
| https://example.com/a.xml.gz | gzip | false | gzip | 1200 |
| https://example.com/b.xml.gz | gzip | true | | 1200 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/a.xml.gz | damaged after 1200 bytes unpacked | a file that unpacks to its end |
*/
SELECT
    url AS sitemap_url,
    found_in AS related_url,
    CONCAT('damaged after ', COALESCE(unpacked, 0), ' bytes unpacked') AS observed,
    'a file that unpacks to its end' AS expected
FROM sitemaps
WHERE stopped_by = 'gzip' AND COALESCE(error, '') <> 'truncated'

/*
---
severity: error
keeps_out: pages
cause: is larger than 50 MB
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Ahrefs: ["Sitemap larger 50MB"]
  Google Search Console: ["File size error"]
  Screaming Frog: ["Sitemaps: XML Sitemap Over 50MB"]
  Semrush: ["Sitemap.xml files are too large"]
  Yandex: ["Maximum file size exceeded"]
fix: split-bytes
needs: [sitemaps]
over: sitemaps
when: "(kind IS NOT NULL AND kind NOT IN ('html', 'empty')) OR error = 'too-large'"
unknown: >-
  NOT complete AND COALESCE(unpacked, 0) <= $max_bytes AND COALESCE(error, '') <> 'too-large'
parameters: {max_bytes: 52428800}
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# Sitemap larger than 50 MB

## What it finds

A sitemap or sitemap index is larger than 52,428,800 bytes (50 MiB) uncompressed. The compressed
size does not matter.

## Why it matters

50 MiB is the limit of the sitemap protocol, and Google, Bing and Yandex apply it. They reject a
larger file or read only the first part. Search Console reports "File size error".

## How to fix it

Split the sitemap with the sitemap generator or CMS plugin (fewer URLs per sitemap), and list the
files in a sitemap index. Hreflang annotations are often the reason for the size.

## Example

### One byte above the limit, uncompressed

`sitemaps`

| url | bytes | unpacked |
|---|---|---|
| https://example.com/all.xml.gz | 2500000 | 52428801 |
| https://example.com/full.xml | 52428800 | 52428800 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/all.xml.gz | 52,428,801 bytes uncompressed | At most 52,428,800 bytes | Split the sitemap |

### A sitemap index

`sitemaps`

| url | kind | unpacked |
|---|---|---|
| https://example.com/index.xml | sitemapindex | 52428801 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/index.xml | 52,428,801 bytes uncompressed | At most 52,428,800 bytes | Split the sitemap |

### Too large to be read completely

`sitemaps`

| url | unpacked | complete | stopped_by |
|---|---|---|---|
| https://example.com/all.xml | 57671680 | false | size |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/all.xml | More than 57,671,680 bytes uncompressed | At most 52,428,800 bytes | Split the sitemap |
*/
WITH files AS (
    SELECT
        url,
        kind,
        error,
        error_detail,
        unpacked,
        complete,
        stopped_by,
        FORMAT_NUMBER(unpacked, 0) AS size
    FROM sitemaps
)

SELECT
    url AS sitemap_url,
    CASE
        WHEN complete THEN CONCAT(size, ' bytes uncompressed')
        WHEN unpacked > $max_bytes THEN CONCAT('More than ', size, ' bytes uncompressed')
        ELSE CONCAT('Too large to download (', COALESCE(error_detail, error), ')')
    END AS observed,
    CONCAT('At most ', FORMAT_NUMBER($max_bytes, 0), ' bytes') AS expected,
    'Split the sitemap' AS fix
FROM files
WHERE
    (unpacked > $max_bytes OR error = 'too-large')
    AND COALESCE(kind, 'urlset') <> 'html'
    AND COALESCE(stopped_by, 'none') <> 'ratio'

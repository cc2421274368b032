/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [sitemap-too-large, index-too-large]
known_as:
  Ahrefs: ["Sitemap larger 50MB"]
  Google Search Console: ["File size error"]
  Screaming Frog: ["Sitemaps: XML Sitemap Over 50MB"]
  Semrush: ["Sitemap.xml files are too large"]
  Yandex: ["Maximum file size exceeded"]
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
# Sitemap file that is too large

## What it finds

A sitemap or sitemap index of more than 52,428,800 bytes (50 MiB) when unpacked. How small it is
when compressed does not matter.

## Why it matters

50 MiB is the limit of the protocol. Search engines reject a larger file, or read only its
beginning.

## How to fix it

Split the file into several, and list those in a sitemap index. Repeated hreflang alternates are
what mostly makes a file so large.

## Example

### One byte over the limit, unpacked

`sitemaps`

| url | bytes | unpacked |
|---|---|---|
| https://example.com/all.xml.gz | 2500000 | 52428801 |
| https://example.com/full.xml | 52428800 | 52428800 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/all.xml.gz | 52428801 bytes unpacked | at most 52428800 bytes |

### A sitemap index has the same limit

`sitemaps`

| url | kind | unpacked |
|---|---|---|
| https://example.com/index.xml | sitemapindex | 52428801 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/index.xml | 52428801 bytes unpacked | at most 52428800 bytes |

### So large that it was not read to its end

`sitemaps`

| url | unpacked | complete | stopped_by |
|---|---|---|---|
| https://example.com/all.xml | 57671680 | false | size |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/all.xml | more than 57671680 bytes unpacked | at most 52428800 bytes |
*/
SELECT
    url AS sitemap_url,
    CASE
        WHEN complete THEN CONCAT(unpacked, ' bytes unpacked')
        WHEN unpacked > $max_bytes THEN CONCAT('more than ', unpacked, ' bytes unpacked')
        ELSE CONCAT('too large to be received (', COALESCE(error_detail, error), ')')
    END AS observed,
    CONCAT('at most ', $max_bytes, ' bytes') AS expected
FROM sitemaps
WHERE
    (unpacked > $max_bytes OR error = 'too-large')
    AND COALESCE(kind, 'urlset') <> 'html'
    AND COALESCE(stopped_by, 'none') <> 'ratio'

/*
---
severity: notice
cause: is close to the size limit
confidence: pedantic
basis: advisory
engines: [protocol, google, bing, yandex]
worse: [sitemap/too-large, sitemap/too-many-urls]
needs: [sitemaps]
over: sitemaps
when: "kind NOT IN ('html', 'empty', 'unknown')"
unknown: "NOT complete"
parameters: {near_entries: 45000, near_bytes: 47185920}
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# Sitemap close to the size limit

## What it finds

A sitemap or sitemap index has at least 90% of 50,000 entries or of 52,428,800 bytes (50 MiB), and
is within both limits.

## Why it matters

A sitemap that grows will exceed the limit. Google, Bing and Yandex then reject it or read only a
part. A generator that fills each file and then starts the next one is not at risk.

## How to fix it

Set the sitemap generator or CMS plugin to start a new file earlier, and list the files in a sitemap
index.

## Example

### Many entries, many bytes, at the limit

`sitemaps`

| url | entries | unpacked |
|---|---|---|
| https://example.com/a.xml | 45000 | 9000000 |
| https://example.com/b.xml | 9000 | 47185920 |
| https://example.com/c.xml | 50000 | 9000000 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml | 45,000 entries, 9,000,000 bytes | Fewer than 45,000 entries and 47,185,920 bytes | Split the sitemap |
| https://example.com/b.xml | 9,000 entries, 47,185,920 bytes | Fewer than 45,000 entries and 47,185,920 bytes | Split the sitemap |
| https://example.com/c.xml | 50,000 entries, 9,000,000 bytes | Fewer than 45,000 entries and 47,185,920 bytes | Split the sitemap |

### Below 90%, above the limit, not read completely

`sitemaps`

| url | entries | unpacked | complete | stopped_by |
|---|---|---|---|---|
| https://example.com/a.xml | 44999 | 47185919 | true | |
| https://example.com/b.xml | 50001 | 9000000 | true | |
| https://example.com/c.xml | 46000 | 9000000 | false | time |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    CONCAT(
        FORMAT_NUMBER(entries + children, 0),
        ' entries, ',
        FORMAT_NUMBER(unpacked, 0),
        ' bytes'
    ) AS observed,
    CONCAT(
        'Fewer than ',
        FORMAT_NUMBER($near_entries, 0),
        ' entries and ',
        FORMAT_NUMBER($near_bytes, 0),
        ' bytes'
    ) AS expected,
    'Split the sitemap' AS fix
FROM sitemaps
WHERE
    complete
    AND kind NOT IN ('html', 'empty', 'unknown')
    AND entries + children <= 50000
    AND unpacked <= 52428800
    AND (entries + children >= $near_entries OR unpacked >= $near_bytes)

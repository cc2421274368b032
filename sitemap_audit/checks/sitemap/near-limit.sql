/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [protocol, google, bing, yandex]
aliases: [sitemap-near-limit]
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
# Sitemap that is close to its limits

## What it finds

A sitemap or sitemap index that has reached 90 % of 50,000 entries or of 52,428,800 bytes, and
neither limit is passed.

## Why it matters

A file that grows passes the limit some day. A generator that fills each file and then begins the
next is not at risk.

## How to fix it

See to it that the generator begins a new file in time.

## Example

### Many entries, many bytes, and at the limit

`sitemaps`

| url | entries | unpacked |
|---|---|---|
| https://example.com/a.xml | 45000 | 9000000 |
| https://example.com/b.xml | 9000 | 47185920 |
| https://example.com/c.xml | 50000 | 9000000 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/a.xml | 45000 entries, 9000000 bytes | fewer than 45000 entries and 47185920 bytes |
| https://example.com/b.xml | 9000 entries, 47185920 bytes | fewer than 45000 entries and 47185920 bytes |
| https://example.com/c.xml | 50000 entries, 9000000 bytes | fewer than 45000 entries and 47185920 bytes |

### Below, beyond, and not read to the end

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
    CONCAT(entries + children, ' entries, ', unpacked, ' bytes') AS observed,
    CONCAT('fewer than ', $near_entries, ' entries and ', $near_bytes, ' bytes') AS expected
FROM sitemaps
WHERE
    complete
    AND kind NOT IN ('html', 'empty', 'unknown')
    AND entries + children <= 50000
    AND unpacked <= 52428800
    AND (entries + children >= $near_entries OR unpacked >= $near_bytes)

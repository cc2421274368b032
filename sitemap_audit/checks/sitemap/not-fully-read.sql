/*
---
severity: error
keeps_out: pages
cause: cannot be read completely
confidence: high
basis: inferred
engines: [google, bing, yandex]
needs: [sitemaps]
over: sitemaps
when: "kind IS NOT NULL OR stopped_by IS NOT NULL"
unknown: "stopped_by = 'long-entry'"
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://support.google.com/webmasters/answer/7451001
  - https://www.lumar.io/blog/best-practice/google-times-out-after-two-minutes-when-crawling-sitemaps/
since: 0.1.0
---
# Sitemap not read completely

## What it finds

This audit stopped reading the sitemap, for one of two reasons. It decompresses to far more than its
compressed size, like a decompression bomb. Or it is too slow: no data arrives within `--timeout`
(30 seconds), or after ten times as long it is still below 100 kB a second. URLs up to this point
are audited, the rest is not checked.

A sitemap with an entry, a tag, a DOCTYPE or a comment of more than 1 MiB, or with an entry of more
than 50,000 tags or 250 levels, is read without this part: `stopped_by` is `long-entry`, and the
sitemap counts as not checked here.

## Why it matters

Search engines have limits too: Lumar saw Google give up on sitemaps that take more than 200
seconds. URLs after this point are not discovered through the sitemap.

## How to fix it

Check the file for repeated content: often the sitemap generator writes the same entries again and
again. Split it into files of at most 50,000 URLs and 50 MiB each. If the file is slow, serve it
from disk or a cache instead of generating it for each request. If your own connection is slow,
allow more time with `--timeout`.

## Example

### A decompression bomb

`sitemaps`

| url | bytes | unpacked | complete | stopped_by |
|---|---|---|---|---|
| https://example.com/a.xml.gz | 60000 | 57000000 | false | ratio |
| https://example.com/b.xml.gz | 60000 | 600000 | true | |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml.gz | Reading stopped: 60,000 bytes expand to more than 57,000,000 | A sitemap that can be read completely | Split the sitemap, and remove repeated content |
*/
SELECT
    url AS sitemap_url,
    found_in AS related_url,
    CASE stopped_by
        WHEN 'time' THEN 'Too slow: reading stopped'
        ELSE
            CONCAT(
                'Reading stopped: ',
                FORMAT_NUMBER(bytes, 0),
                ' bytes expand to more than ',
                FORMAT_NUMBER(unpacked, 0)
            )
    END AS observed,
    'A sitemap that can be read completely' AS expected,
    CASE stopped_by
        WHEN 'time' THEN 'Return the sitemap from disk or a cache'
        ELSE 'Split the sitemap, and remove repeated content'
    END AS fix
FROM sitemaps
WHERE stopped_by IN ('ratio', 'time')

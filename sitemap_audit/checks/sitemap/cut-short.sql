/*
---
severity: error
keeps_out: pages
confidence: high
basis: inferred
engines: [google, bing, yandex]
aliases: [sitemap-decompression-bomb]
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
# Sitemap whose reading was broken off

## What it finds

A sitemap that this audit stopped reading: it unpacks to far more than it weighs, as a decompression
bomb does, or it took too long. It does where nothing more comes for the time that `--timeout`
allows (30 seconds), and where after ten times as long it has brought less than 100 kB a second. The
entries up to there are kept; what comes after is not checked. A sitemap with an entry, a tag, a
DOCTYPE or a comment without end of more than 1 MiB, or an entry of more than 50,000 tags or 250
levels, is read without it: `stopped_by` is `long-entry`, and the sitemap counts as not checked here.

## Why it matters

Search engines protect themselves in the same way: Google was seen to take no sitemap that needs
more than 200 seconds. What a file lists behind the point where they give up is not found through
it.

## How to fix it

Look at the file: mostly a generator ran wild and repeats the same content. Split it into files of
at most 50,000 URLs and 50 MiB each. A file that comes slowly is mostly made anew for each request:
store it. Where the line from here is slow, allow more time by `--timeout`.

## Example

### A file that unpacks without end

`sitemaps`

| url | bytes | unpacked | complete | stopped_by |
|---|---|---|---|---|
| https://example.com/a.xml.gz | 60000 | 57000000 | false | ratio |
| https://example.com/b.xml.gz | 60000 | 600000 | true | |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/a.xml.gz | 60000 bytes had become 57000000 when reading was broken off | a file that can be read to its end |
*/
SELECT
    url AS sitemap_url,
    found_in AS related_url,
    CASE stopped_by
        WHEN 'time' THEN 'reading took too long and was broken off'
        ELSE CONCAT(bytes, ' bytes had become ', unpacked, ' when reading was broken off')
    END AS observed,
    'a file that can be read to its end' AS expected
FROM sitemaps
WHERE stopped_by IN ('ratio', 'time')

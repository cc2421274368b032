/*
---
severity: notice
confidence: pedantic
basis: documented
engines: [google, bing, yandex]
aliases: [sitemap-not-compressed]
needs: [sitemaps]
over: sitemap_states
when: "state = 'ok' AND kind NOT IN ('html', 'empty', 'unknown')"
parameters: {max_bytes: 1000000}
see:
  - https://www.sitemaps.org/protocol.html#otherformats
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Large sitemap that is not compressed

## What it finds

A sitemap of more than 1 MB that is neither packed by gzip nor sent with a Content-Encoding,
although this audit accepts it.

## Why it matters

XML of this kind shrinks to a tenth. It costs traffic and time, and nothing else.

## How to fix it

Switch on gzip for XML and plain text in the server, or serve `.xml.gz`.

## Example

### Plain, packed, and encoded

`sitemaps`

| url | unpacked | compression | content_encoding |
|---|---|---|---|
| https://example.com/a.xml | 4000000 | | |
| https://example.com/b.xml.gz | 4000000 | gzip | |
| https://example.com/c.xml | 4000000 | | br |
| https://example.com/d.xml | 1000000 | | |

finds:

| sitemap_url | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|
| https://example.com/a.xml | 4000000 bytes as they are | gzip | https://example.com/a.xml | add | header | Content-Encoding: gzip |

### A list of addresses, said not to be encoded

`sitemaps`

| url | kind | unpacked | content_encoding |
|---|---|---|---|
| https://example.com/a.txt | text | 1000001 | identity |

finds:

| sitemap_url | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|
| https://example.com/a.txt | 1000001 bytes as they are | gzip | https://example.com/a.txt | add | header | Content-Encoding: gzip |

### Small files

`sitemaps`

| url | unpacked |
|---|---|
| https://example.com/a.xml | 900 |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    CONCAT(unpacked, ' bytes as they are') AS observed,
    'gzip' AS expected,
    url AS change_url,
    'add' AS action,
    'header' AS place,
    'Content-Encoding: gzip' AS "to"
FROM sitemap_states
WHERE
    state = 'ok'
    AND kind NOT IN ('html', 'empty', 'unknown')
    AND unpacked > $max_bytes
    AND compression IS NULL
    AND COALESCE(content_encoding, 'identity') IN ('', 'identity')

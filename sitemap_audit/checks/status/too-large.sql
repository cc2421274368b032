/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [page-too-large]
known_as:
  Ahrefs: ["Page size exceeds Googlebot limit of 2 MB"]
  Semrush: ["Large HTML page size"]
  Sitebulb: ["Indexability: HTML exceeds 2 MB"]
needs: [entries, pages]
over: listed_pages
when: "state = 'unknown' OR (state = 'ok' AND is_html)"
unknown: "state = 'unknown'"
parameters: {max_bytes: 2097152}
see:
  - https://developers.google.com/search/docs/crawling-indexing/googlebot
  - https://developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers
since: 0.1.0
---
# Listed page larger than Googlebot reads

## What it finds

A listed HTML page of more than 2 MiB, decompressed. Every other check judges the page by its first
2 MiB too: what stands behind them, such as a canonical or hreflang, is absent for Googlebot, and is
reported as missing.

## Why it matters

Googlebot reads the first 2 MB of a page and takes what it has then for the whole. Content, links
and annotations behind that are not seen. The limit is on decompressed data.

## How to fix it

Take out of the page what can be a file of its own: styles, scripts, images written into the page as
data. Move canonical, hreflang and robots to the top of the head.

## Example

### One byte too many, and just right

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | bytes |
|---|---|
| https://example.com/a | 2097153 |
| https://example.com/b | 2097152 |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 2097153 bytes | at most 2097152 bytes |

### Not fetched to its end

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | bytes | cut_at |
|---|---|---|
| https://example.com/a | | 2097152 |
| https://example.com/b | 18874368 | 2097152 |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | more than 2097152 bytes; what stands behind the first 2097152 was not read | at most 2097152 bytes |
| https://example.com/b | https://example.com/sitemap.xml | 18874368 bytes; what stands behind the first 2097152 was not read | at most 2097152 bytes |

### A document that is no HTML

`entries`

| loc |
|---|
| https://example.com/a.pdf |

`pages`

| url | content_type | bytes |
|---|---|---|
| https://example.com/a.pdf | application/pdf | 9000000 |

finds:

nothing
*/
WITH found AS (
    SELECT
        id,
        CASE
            WHEN cut_at IS NULL THEN CONCAT(bytes, ' bytes')
            ELSE CONCAT(
                COALESCE(CAST(bytes AS VARCHAR), CONCAT('more than ', cut_at)),
                ' bytes; what stands behind the first ',
                cut_at,
                ' was not read'
            )
        END AS observed,
        CONCAT('at most ', $max_bytes, ' bytes') AS expected
    FROM pages
    WHERE bytes > $max_bytes OR cut_at >= $max_bytes
)

SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    found.observed,
    found.expected
FROM listed_pages
INNER JOIN found ON listed_pages.page_id = found.id
WHERE listed_pages.state = 'ok' AND listed_pages.is_html

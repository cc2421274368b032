/*
---
severity: error
cause: is larger than the 2 MB that Googlebot reads
confidence: high
basis: documented
engines: [google]
known_as:
  Ahrefs: ["Page size exceeds Googlebot limit of 2 MB"]
  Screaming Frog: ["Validation: HTML Document Over 2MB"]
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
# HTML larger than Googlebot's 2 MB limit

## What it finds

A listed HTML page of more than 2 MiB (2,097,152 bytes), decompressed. All checks read only the
first 2 MiB, as Googlebot does: a canonical or hreflang annotation after that is reported as
missing.

## Why it matters

Googlebot reads the first 2 MB of an HTML page, decompressed, and indexes only that part. It ignores
content, links and annotations after the limit. The limit of Bing is not documented.

## How to fix it

Move inline styles, scripts and images (data URLs) from the template into separate files. Put
canonical, hreflang and robots meta tags at the top of `<head>`.

## Example

### One byte over the limit, and exactly at it

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 2,097,153 bytes | At most 2,097,152 bytes | Move inline styles, scripts and images into separate files |

### Not fetched completely

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | More than 2,097,152 bytes; only the first 2,097,152 were checked | At most 2,097,152 bytes | Move inline styles, scripts and images into separate files |
| https://example.com/b | https://example.com/sitemap.xml | 18,874,368 bytes; only the first 2,097,152 were checked | At most 2,097,152 bytes | Move inline styles, scripts and images into separate files |

### A PDF

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
            WHEN cut_at IS NULL THEN CONCAT(FORMAT_NUMBER(bytes, 0), ' bytes')
            ELSE CONCAT(
                COALESCE(FORMAT_NUMBER(bytes, 0), CONCAT('More than ', FORMAT_NUMBER(cut_at, 0))),
                ' bytes; only the first ',
                FORMAT_NUMBER(cut_at, 0),
                ' were checked'
            )
        END AS observed,
        CONCAT('At most ', FORMAT_NUMBER($max_bytes, 0), ' bytes') AS expected
    FROM pages
    WHERE bytes > $max_bytes OR cut_at >= $max_bytes
)

SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    found.observed,
    found.expected,
    'Move inline styles, scripts and images into separate files' AS fix
FROM listed_pages
INNER JOIN found ON listed_pages.page_id = found.id
WHERE listed_pages.state = 'ok' AND listed_pages.is_html

/*
---
severity: error
confidence: high
basis: documented
engines: [google, bing]
aliases: [canonical-html-header-mismatch]
known_as:
  Screaming Frog: ["Canonicals: Multiple Conflicting"]
  Sitebulb: ["Indexability: Mismatched canonical in HTML and HTTP header"]
needs: [entries, pages, page_canonicals]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Canonicals of head and header that differ

## What it finds

A listed page whose `<link rel="canonical">` names another URL than the canonical in its Link
header.

## Why it matters

Search engines get two answers to one question, and may ignore both.

## How to fix it

Remove one of the two, mostly the header, or let both name the same URL.

## Example

### Two answers

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_canonicals`

| url | source | href |
|---|---|---|
| https://example.com/a | html | https://example.com/a |
| https://example.com/a | header | http://example.com/a |
| https://example.com/b | html | https://example.com/b |
| https://example.com/b | header | /b |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | http://example.com/a | in the head: https://example.com/a; in the header: http://example.com/a | the same URL in both |

### Contradictions within the head are another check's

`entries`

| loc |
|---|
| https://example.com/a |

`page_canonicals`

| url | source | href |
|---|---|---|
| https://example.com/a | html | https://example.com/a |
| https://example.com/a | html | https://example.com/x |
| https://example.com/a | header | https://example.com/a |

finds:

nothing
*/
WITH html AS (
    SELECT
        url_key,
        MIN(canonical) AS canonical,
        MIN(canonical_key) AS canonical_key
    FROM listed_canonicals
    WHERE is_valid AND source = 'html'
    GROUP BY url_key
    HAVING MIN(canonical_key) = MAX(canonical_key)
),

header AS (
    SELECT
        url,
        url_key,
        sitemap_url,
        line,
        MIN(canonical) AS canonical,
        MIN(canonical_key) AS canonical_key
    FROM listed_canonicals
    WHERE is_valid AND source = 'header'
    GROUP BY url, url_key, sitemap_url, line
    HAVING MIN(canonical_key) = MAX(canonical_key)
)

SELECT
    header.url,
    header.sitemap_url,
    header.canonical AS related_url,
    header.line,
    CONCAT('in the head: ', html.canonical, '; in the header: ', header.canonical) AS observed,
    'the same URL in both' AS expected
FROM header
INNER JOIN html ON header.url_key = html.url_key
WHERE header.canonical_key <> html.canonical_key

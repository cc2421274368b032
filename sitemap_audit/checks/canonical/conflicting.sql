/*
---
severity: error
confidence: high
basis: documented
engines: [google, bing]
aliases: [canonical-conflicting]
known_as:
  Lumar: ["Conflicting Canonical Tags"]
  Screaming Frog: ["Canonicals: Multiple Conflicting"]
  Sitebulb: ["Indexability: Multiple mismatched canonicals"]
needs: [entries, pages, page_canonicals]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Canonicals that contradict each other

## What it finds

A listed page with several canonicals in its head, or several in its Link headers, that name
different URLs. Canonicals outside the head or voided by their attributes do not count.

## Why it matters

Google may ignore them all and choose a URL itself.

## How to fix it

Keep the one that is meant; find out which theme, plug-in or module writes the other.

## Example

### Two targets in one head

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_canonicals`

| url | href | in_head |
|---|---|---|
| https://example.com/a | https://example.com/a | true |
| https://example.com/a | https://example.com/x | true |
| https://example.com/b | https://example.com/b | true |
| https://example.com/b | https://example.com/x | false |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/x | the head names 2 URLs, such as https://example.com/a and https://example.com/x | one canonical |

### The same URL twice

`entries`

| loc |
|---|
| https://example.com/a |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/a | https://example.com/a#top |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    MAX(CASE WHEN canonical_key <> url_key THEN canonical END) AS related_url,
    line,
    CONCAT(
        CASE source WHEN 'html' THEN 'the head' ELSE 'the header' END,
        ' names ',
        COUNT(DISTINCT canonical_key),
        ' URLs, such as ',
        MIN(canonical),
        ' and ',
        MAX(canonical)
    ) AS observed,
    'one canonical' AS expected
FROM listed_canonicals
WHERE is_valid
GROUP BY url, url_key, sitemap_url, line, source
HAVING MIN(canonical_key) <> MAX(canonical_key)

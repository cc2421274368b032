/*
---
severity: notice
confidence: high
basis: advisory
engines: [google]
aliases: [canonical-html-and-header]
known_as:
  Sitebulb: ["Indexability: Canonical in HTML and header"]
needs: [entries, pages, page_canonicals]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Canonical in the head and in the header

## What it finds

A listed page that names the same canonical in its head and in a Link header.

## Why it matters

It does no harm today. Two places that say the same are two places to change, and mostly one is
forgotten.

## How to fix it

Keep the one in the head; the header is for files that are no HTML.

## Example

### Twice the same

`entries`

| loc |
|---|
| https://example.com/a |

`page_canonicals`

| url | canonical | source |
|---|---|---|
| https://example.com/a | https://example.com/a | html |
| https://example.com/a | https://example.com/a | header |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | in the head and in a Link header | in the head alone | drop the canonical from the Link header | https://example.com/a | remove | header | Link: <https://example.com/a>; rel="canonical" |

### In one place, or different ones

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_canonicals`

| url | canonical | source |
|---|---|---|
| https://example.com/a | https://example.com/a | header |
| https://example.com/b | https://example.com/b | html |
| https://example.com/b | https://example.com/c | header |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    MIN(canonical) AS related_url,
    line,
    'in the head and in a Link header' AS observed,
    'in the head alone' AS expected,
    'drop the canonical from the Link header' AS fix,
    url AS change_url,
    'remove' AS action,
    'header' AS place,
    CONCAT('Link: <', MIN(canonical), '>; rel="canonical"') AS "from"
FROM listed_canonicals
WHERE is_valid
GROUP BY url, url_key, sitemap_url, line
HAVING MIN(source) <> MAX(source) AND MIN(canonical_key) = MAX(canonical_key)

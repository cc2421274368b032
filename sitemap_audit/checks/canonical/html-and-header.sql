/*
---
severity: notice
cause: has a canonical in the HTML and in a Link header
confidence: high
basis: advisory
engines: [google]
follows: [status/header-invalid]
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
# Canonical in HTML and in Link header

## What it finds

A listed page has the same canonical URL in its `<head>` and in a Link header.

## Why it matters

Both methods are valid, and equal values do no harm. Google advises one method: two places are
error-prone, because a later change to one of them creates conflicting canonicals.

## How to fix it

Remove the canonical from the Link header in the server or CDN configuration, and keep the tag in
the `<head>`. Use the Link header for files such as PDFs.

## Example

### The same canonical in both

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | Canonical in the <head> and in a Link header | Canonical in the <head> only | Remove the canonical from the Link header | https://example.com/a | remove | header | Link: <https://example.com/a>; rel="canonical" |

### In one place only, or different URLs

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
    'Canonical in the <head> and in a Link header' AS observed,
    'Canonical in the <head> only' AS expected,
    'Remove the canonical from the Link header' AS fix,
    url AS change_url,
    'remove' AS action,
    'header' AS place,
    CONCAT('Link: <', MIN(canonical), '>; rel="canonical"') AS "from"
FROM listed_canonicals
WHERE is_valid
GROUP BY url, url_key, sitemap_url, line
HAVING MIN(source) <> MAX(source) AND MIN(canonical_key) = MAX(canonical_key)

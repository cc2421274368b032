/*
---
severity: notice
confidence: high
basis: documented
engines: [google, bing]
aliases: [canonical-multiple]
known_as:
  Screaming Frog: ["Canonicals: Multiple"]
  Semrush: ["Multiple canonical URLs"]
  Sitebulb: ["Indexability: Multiple canonical tags"]
needs: [entries, pages, page_canonicals]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Canonical written several times

## What it finds

A listed page with several canonicals in its head, or several in its Link headers, that all name the
same URL. One in each place is fine.

## Why it matters

It does no harm while they agree. Mostly two parts of the system write the tag, and one day they
will not agree.

## How to fix it

Keep one; find out which theme, plug-in or module writes the other.

## Example

### Twice in the head

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_canonicals`

| url | href | source |
|---|---|---|
| https://example.com/a | https://example.com/a | html |
| https://example.com/a | /a | html |
| https://example.com/b | https://example.com/b | html |
| https://example.com/b | https://example.com/b | header |
| https://example.com/c | https://example.com/c | html |
| https://example.com/c | https://example.com/x | html |

finds:

| url | sitemap_url | related_url | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | 2 canonicals in the head | 1 canonical | https://example.com/a | remove | canonical | /a |
*/
SELECT
    url,
    sitemap_url,
    MIN(canonical) AS related_url,
    line,
    CONCAT(
        COUNT(*), ' canonicals in the ', CASE source WHEN 'html' THEN 'head' ELSE 'header' END
    ) AS observed,
    '1 canonical' AS expected,
    url AS change_url,
    'remove' AS action,
    CASE source WHEN 'html' THEN 'canonical' ELSE 'header' END AS place,
    CASE source
        WHEN 'html' THEN ARG_MAX(href, number)
        ELSE CONCAT('Link: <', ARG_MAX(href, number), '>; rel="canonical"')
    END AS "from"
FROM listed_canonicals
WHERE is_valid
GROUP BY url, url_key, sitemap_url, line, source
HAVING COUNT(*) > 1 AND MIN(canonical_key) = MAX(canonical_key)

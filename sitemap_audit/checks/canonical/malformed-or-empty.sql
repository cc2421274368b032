/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [canonical-malformed-or-empty]
needs: [entries, pages, page_canonicals]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Canonical that is not a URL

## What it finds

A listed page whose canonical is empty, cannot be read as a URL, or is no http or https address.

## Why it matters

It says nothing, and search engines ignore it.

## How to fix it

Write the page's full address, or see why the template has no value to put there.

## Example

### Nothing, a broken host and another scheme

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | "" |
| https://example.com/b | https:///b |
| https://example.com/c | javascript:void(0) |
| https://example.com/d | /d |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | empty | a full http or https URL |
| https://example.com/b | https://example.com/sitemap.xml | https:///b (malformed) | a full http or https URL |
| https://example.com/c | https://example.com/sitemap.xml | javascript:void(0) (scheme) | a full http or https URL |
*/
SELECT DISTINCT
    url,
    sitemap_url,
    canonical AS related_url,
    line,
    CASE
        WHEN href_problem = 'empty' THEN 'empty'
        ELSE CONCAT(href, ' (', href_problem, ')')
    END AS observed,
    'a full http or https URL' AS expected
FROM listed_canonicals
WHERE canonical_key IS NULL

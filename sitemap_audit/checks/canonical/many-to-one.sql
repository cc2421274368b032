/*
---
severity: notice
confidence: high
basis: inferred
engines: [google, bing]
aliases: [canonical-many-to-one, canonical-in-sitemap-but-not-self-elsewhere]
known_as:
  Lumar: ["Multiple Canonical Links In"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
when: "listed"
parameters: {max_pages: 5}
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Canonical of many listed pages

## What it finds

An address that more than `max_pages` other listed pages name as their canonical. It is told once
for each such address.

## Why it matters

A sitemap lists canonical pages. Where many listed pages share one canonical, mostly a list of
variants (colours, pages of a list, parameters) went into the sitemap, or a template writes a fixed
canonical into every page.

## How to fix it

List the one address and take the others out; if the pages differ, let each be its own canonical.

## Example

### Three colours

`parameters`

| max_pages |
|---|
| 2 |

`entries`

| loc |
|---|
| https://example.com/a?c=1 |
| https://example.com/a?c=2 |
| https://example.com/a?c=3 |
| https://example.com/b?c=1 |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/a?c=1 | https://example.com/a |
| https://example.com/a?c=2 | https://example.com/a |
| https://example.com/a?c=3 | https://example.com/a |
| https://example.com/b?c=1 | https://example.com/b |

finds:

| url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/a?c=1 | canonical of 3 other listed pages, such as https://example.com/a?c=1 | of 2 at most |

### Two are not many, and the page itself does not count

`parameters`

| max_pages |
|---|
| 2 |

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/a?c=1 |
| https://example.com/a?c=2 |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/a?c=1 | https://example.com/a |
| https://example.com/a?c=2 | https://example.com/a |

finds:

nothing
*/
SELECT
    canonical AS url,
    MIN(url) AS related_url,
    CONCAT('canonical of ', COUNT(*), ' other listed pages, such as ', MIN(url)) AS observed,
    CONCAT('of ', $max_pages, ' at most') AS expected
FROM canonical_targets
WHERE listed AND page_fault = 'canonicalised'
GROUP BY canonical, canonical_key
HAVING COUNT(*) > $max_pages

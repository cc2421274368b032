/*
---
severity: notice
cause: is the canonical of many other listed URLs
confidence: high
basis: inferred
engines: [google, bing]
known_as:
  Lumar: ["Multiple Canonical Links In"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
tag: canonical
when: "listed"
follows: [canonical/canonicalized]
parameters: {max_pages: 5}
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Many listed URLs canonicalized to one

## What it finds

More than 5 (`max_pages`) other listed pages are canonicalized to the same URL. Each such
URL is reported once.

## Why it matters

Google asks for canonical URLs only in sitemaps. Usually the sitemap lists variants (colors,
pagination, parameters), or a template writes the same canonical into every page.

## How to fix it

Exclude the variants in the sitemap generator and list only the canonical URL. If the pages are
different, correct the template so that each has a self-referencing canonical.

## Example

### Three color variants

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

`pages`

| url | role |
|---|---|
| https://example.com/a?c=1 | listed |
| https://example.com/a?c=2 | listed |
| https://example.com/a?c=3 | listed |
| https://example.com/b?c=1 | listed |
| https://example.com/a | canonical |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/a?c=1 | https://example.com/a |
| https://example.com/a?c=2 | https://example.com/a |
| https://example.com/a?c=3 | https://example.com/a |
| https://example.com/b?c=1 | https://example.com/b |

finds:

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/a?c=1 | Canonical of 3 other listed URLs, for example https://example.com/a?c=1 | At most 2 | Remove the canonicalized URLs from the sitemap |

### At the limit; a self-referencing canonical does not count

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
    CONCAT(
        'Canonical of ', FORMAT_NUMBER(COUNT(*), 0), ' other listed URLs, for example ', MIN(url)
    ) AS observed,
    CONCAT('At most ', $max_pages) AS expected,
    CASE
        WHEN COUNT(CASE WHEN better = 'canonical' THEN 1 END) = COUNT(*)
            THEN 'Remove the canonicalized URLs from the sitemap'
        WHEN COUNT(CASE WHEN better = 'page' THEN 1 END) = COUNT(*)
            THEN 'Set the canonical of each page to its own URL'
        ELSE 'Set a self-referencing canonical on pages with content of their own'
    END AS fix
FROM canonical_targets
WHERE listed AND page_fault = 'canonicalised'
GROUP BY canonical, canonical_key
HAVING COUNT(*) > $max_pages

/*
---
severity: warning
confidence: high
basis: inferred
engines: [google, bing]
aliases: [redirect-then-canonical]
needs: [entries, pages, page_canonicals]
over: listed_redirects
unknown: "outcome = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Listed URL that redirects to a page with another canonical

## What it finds

A listed URL whose redirect ends at a page whose canonical names a third address.

## Why it matters

The redirect says one address, the canonical there another, the sitemap still another. Search
engines have to choose.

## How to fix it

List the canonical address, and redirect straight to it.

## Example

### Three addresses for one page

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | https://example.com/b |
| https://example.com/b | 200 | |
| https://example.com/c | 200 | |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/b | https://example.com/c |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | leads to a page whose canonical is https://example.com/c | a page that is its own canonical | list https://example.com/c |

### The end is its own canonical

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | https://example.com/b |
| https://example.com/b | 200 | |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/b | https://example.com/b |

finds:

nothing
*/
SELECT
    redirects.url,
    redirects.sitemap_url,
    redirects.final_url AS related_url,
    redirects.line,
    CONCAT('leads to a page whose canonical is ', redirects.final_canonical) AS observed,
    'a page that is its own canonical' AS expected,
    replacements.fix
FROM listed_redirects AS redirects
LEFT JOIN effective_canonicals AS final ON redirects.final_key = final.url_key
LEFT JOIN replacements
    ON
        redirects.url_key = replacements.url_key
        AND final.canonical_key = replacements.target_key
WHERE redirects.outcome = 'ok' AND redirects.final_fault = 'canonicalised'

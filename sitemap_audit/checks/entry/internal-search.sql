/*
---
severity: warning
confidence: medium
basis: inferred
engines: [google, bing]
aliases: [loc-internal-search]
needs: [entries]
over: entries
when: "url IS NOT NULL AND kind = 'url'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
since: 0.1.0
---
# Listed page of search results

## What it finds

A listed address that looks like results of the site's own search: a parameter such as `q`, `s`,
`query` or `search`, or a path below `/search/`. The page with the search form itself is not meant.

## Why it matters

Results of a site's own search bring nothing to somebody who has just searched. Search engines ask
to keep them out, since there is no end of them.

## How to fix it

List the pages that are found, not the searches. Disallow the search in robots.txt.

## Example

### By parameter, by path, and the form

`entries`

| loc | line |
|---|---|
| https://example.com/?s=shoes | 3 |
| https://example.com/search/shoes | 6 |
| https://example.com/en/search?q=a | 9 |
| https://example.com/search | 12 |
| https://example.com/research/a?sort=q | 15 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/?s=shoes | https://example.com/sitemap.xml | 3 | https://example.com/?s=shoes | a page with content of its own |
| https://example.com/search/shoes | https://example.com/sitemap.xml | 6 | https://example.com/search/shoes | a page with content of its own |
| https://example.com/en/search?q=a | https://example.com/sitemap.xml | 9 | https://example.com/en/search?q=a | a page with content of its own |
*/
SELECT
    url,
    sitemap_url,
    line,
    url AS observed,
    'a page with content of its own' AS expected
FROM entries
WHERE
    kind = 'url'
    AND REGEXP_MATCHES(
        LOWER(url),
        '[?&](q|s|query|search|searchword|search_query|keywords?)=[^&]'
        || '|^https?://[^/]+/([a-z]{2}(-[a-z]{2})?/)?(search|suche|recherche)/[^?]'
    )

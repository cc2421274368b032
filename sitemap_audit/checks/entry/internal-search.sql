/*
---
severity: warning
cause: leads to internal search results
confidence: medium
basis: inferred
engines: [google, bing]
known_as:
  Screaming Frog: ["URL: Internal Search"]
needs: [entries]
over: entries
when: "url IS NOT NULL AND kind = 'url'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
since: 0.1.0
---
# Internal search results page in sitemap

## What it finds

A listed URL looks like a results page of the site's internal search: it has a parameter such as
`q`, `s`, `query` or `search` with a value, or a path below `/search/`, `/suche/` or `/recherche/`.
The search form itself (`/search`) is not reported.

## Why it matters

Internal search creates an unlimited number of URLs with little content of their own. Google
recommends to block URLs of search results in robots.txt, because they use up crawl budget.

## How to fix it

Exclude search results in the sitemap generator or CMS plugin. Add a rule for them to robots.txt,
such as `Disallow: /search/`.

## Example

### By parameter, by path, and the search form

`entries`

| loc | line |
|---|---|
| https://example.com/?s=shoes | 3 |
| https://example.com/search/shoes | 6 |
| https://example.com/en/search?q=a | 9 |
| https://example.com/search | 12 |
| https://example.com/research/a?sort=q | 15 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/?s=shoes | https://example.com/sitemap.xml | 3 | https://example.com/?s=shoes | No internal search results | Remove from the sitemap |
| https://example.com/search/shoes | https://example.com/sitemap.xml | 6 | https://example.com/search/shoes | No internal search results | Remove from the sitemap |
| https://example.com/en/search?q=a | https://example.com/sitemap.xml | 9 | https://example.com/en/search?q=a | No internal search results | Remove from the sitemap |
*/
SELECT
    url,
    sitemap_url,
    line,
    url AS observed,
    'No internal search results' AS expected,
    'Remove from the sitemap' AS fix
FROM entries
WHERE
    kind = 'url'
    AND REGEXP_MATCHES(
        LOWER(url),
        '[?&](q|s|query|search|searchword|search_query|keywords?)=[^&]'
        || '|^https?://[^/]+/([a-z]{2}(-[a-z]{2})?/)?(search|suche|recherche)/[^?]'
    )

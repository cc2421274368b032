/*
---
severity: error
cause: has clicks and is not indexable
confidence: high
basis: documented
engines: [google, bing]
follows:
  - canonical/canonicalized
  - canonical/own-url-misspelled
  - canonical/chain
  - canonical/https-to-http
  - canonical/loop
  - canonical/target-client-error
  - canonical/target-disallowed
  - canonical/target-no-response
  - canonical/target-noindex
  - canonical/target-redirects
  - canonical/target-server-error
  - indexability/disallowed
  - indexability/noindex
  - indexability/unavailable-after-past
  - redirect/broken
  - redirect/chain-too-long
  - redirect/https-to-http
  - redirect/listed-url-redirects
  - redirect/location-invalid
  - redirect/loop
  - redirect/to-itself
  - status/client-error
  - status/empty-page
  - status/forbidden
  - status/no-response
  - status/not-found
  - status/server-error
  - status/timeout
  - status/tls-invalid
known_as:
  Screaming Frog: ["Search Console: Non-Indexable with Search Analytics Data"]
  Sitebulb: ["Search Traffic: Noindex URL received organic search traffic"]
needs: [entries, imported_files, imported_urls, pages]
over: search_pages
when: "clicks >= $clicks"
unknown: "is_indexable IS NULL"
parameters:
  clicks: 1
see:
  - https://support.google.com/webmasters/answer/7576553
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/block-indexing
since: 0.1.0
---
# URL with clicks is not indexable

## What it finds

A URL with 1 (`clicks`) or more clicks in search results, by an imported export (`sitemap-audit
import`) or the API (`--search-console`), that the audit found not indexable: it returns an error, an empty page or nothing, is
`noindex` or blocked by robots.txt; or a sitemap lists it and it redirects or is canonicalized to
another URL. A URL that no sitemap lists may redirect permanently to an indexable page, or be
canonicalized: so a page is moved.

The clicks are of the period of the export, before the audit. URLs that the audit did not fetch are
not checked: it fetches listed URLs, and linked ones with `--crawl`.

## Why it matters

Search engines remove the page from their results, and its clicks are lost.

## How to fix it

Return the page again, remove the `noindex` or the rule in robots.txt. If the page is gone, redirect
it to its replacement (301). Set a wrong canonical to the page itself. If this is on purpose, remove
the URL from the sitemap.

## Example

### Pages that were found and clicked

`entries`

| loc | line |
|---|---|
| https://example.com/gone | 3 |
| https://example.com/hidden | 4 |
| https://example.com/old | 5 |
| https://example.com/new | 6 |

`imported_urls`

| url | file | clicks |
|---|---|---|
| https://example.com/gone | Performance-2026-01-10.zip/Pages.csv | 1200 |
| https://example.com/hidden | Performance-2026-01-10.zip/Pages.csv | 1 |
| https://example.com/old | Performance-2026-01-10.zip/Pages.csv | 8 |
| https://example.com/new | Performance-2026-01-10.zip/Pages.csv | 9 |
| https://example.com/moved | Performance-2026-01-10.zip/Pages.csv | 7 |

`pages`

| url | role | status | location | noindex |
|---|---|---|---|---|
| https://example.com/gone | listed | 404 | | |
| https://example.com/hidden | listed | 200 | | true |
| https://example.com/old | listed | 301 | https://example.com/new | |
| https://example.com/new | listed | 200 | | false |
| https://example.com/moved | linked | 301 | https://example.com/new | |

finds:

| url | sitemap_url | line | observed | expected | fix | kind |
|---|---|---|---|---|---|---|
| https://example.com/gone | https://example.com/sitemap.xml | 3 | 1,200 clicks (Search Console, export of 2026-01-10); returns 404 | An indexable page | Return the page again, or redirect to its replacement (301) | error |
| https://example.com/hidden | https://example.com/sitemap.xml | 4 | 1 click (Search Console, export of 2026-01-10); noindex | An indexable page | Remove noindex, or remove from the sitemap | noindex |
| https://example.com/old | https://example.com/sitemap.xml | 5 | 8 clicks (Search Console, export of 2026-01-10); redirects to https://example.com/new | An indexable page | Remove from the sitemap; https://example.com/new is listed | redirect |
*/
WITH search AS (
    SELECT
        url,
        url_key,
        is_listed,
        sitemap_url,
        line,
        clicks,
        clicks_source,
        fault,
        observed
    FROM search_pages
    WHERE clicks >= $clicks AND NOT is_indexable AND NOT is_replaced
)

SELECT
    search.url,
    search.sitemap_url,
    search.line,
    CONCAT(
        FORMAT_NUMBER(search.clicks, 0),
        CASE search.clicks WHEN 1 THEN ' click (' ELSE ' clicks (' END,
        search.clicks_source,
        '); ',
        search.observed
    ) AS observed,
    'An indexable page' AS expected,
    CASE
        WHEN choice.better = 'page' THEN CONCAT('Set the canonical to ', search.url)
        WHEN replacements.fix IS NOT NULL THEN replacements.fix
        WHEN search.fault = 'disallowed'
            THEN 'Remove the rule in robots.txt, or remove from the sitemap'
        WHEN search.fault = 'redirect' AND search.is_listed
            THEN 'List the redirect target instead, if it is indexable'
        WHEN search.fault = 'redirect' THEN 'Redirect to an indexable page (301)'
        WHEN search.fault = 'noindex' THEN 'Remove noindex, or remove from the sitemap'
        WHEN search.fault = 'refresh' THEN 'List the target of the refresh instead'
        WHEN search.fault = 'canonicalised'
            THEN 'List the canonical URL instead, or correct the canonical'
        ELSE 'Return the page again, or redirect to its replacement (301)'
    END AS fix,
    CASE search.fault
        WHEN 'disallowed' THEN 'blocked by robots.txt'
        WHEN 'redirect' THEN 'redirect'
        WHEN 'noindex' THEN 'noindex'
        WHEN 'refresh' THEN 'refresh'
        WHEN 'canonicalised' THEN 'canonicalized'
        WHEN 'empty' THEN 'empty page'
        ELSE 'error'
    END AS kind
FROM search
LEFT JOIN canonical_choices AS choice
    ON CASE WHEN search.fault = 'canonicalised' THEN search.url_key END = choice.url_key
LEFT JOIN redirect_chains AS chain
    ON CASE WHEN search.fault = 'redirect' THEN search.url_key END = chain.url_key
LEFT JOIN replacements
    ON
        search.url_key = replacements.url_key
        AND COALESCE(choice.canonical_key, chain.final_key) = replacements.target_key

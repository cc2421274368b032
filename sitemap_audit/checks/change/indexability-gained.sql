/*
---
severity: notice
keeps_out: pages
cause: is indexable now
confidence: high
basis: advisory
engines: [google, bing, yandex]
known_as:
  Ahrefs: ["Noindex page became indexable"]
  Screaming Frog: ["Change Detection: Indexability"]
needs: [pages, page_canonicals, page_directives, previous]
over: compared_urls
when: "is_in_both AND ((state = 'ok' AND previous_state = 'ok') OR unknown_reason IS NOT NULL)"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/block-indexing
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.2.0
---
# Non-indexable page is indexable now

## What it finds

A page in the sitemap that was non-indexable in the previous audit and is indexable now. It returned
content in both. The earlier reasons are given: noindex, a canonical to another URL, a meta refresh,
an empty page. `change/status` and `change/robots-allowed` report pages that returned an error or a
redirect, or that robots.txt blocked.

## Why it matters

The page can return to the index. If it should not, this is a fault: internal and test pages are
found in search results.

## How to fix it

If the change was not intended, restore noindex or the canonical. Otherwise there is nothing to do.

## Example

### A page without noindex now

`url_states`

| url |
|---|
| https://example.com/a |
| https://example.com/b |

`previous_urls`

| url | reasons |
|---|---|
| https://example.com/a | noindex |
| https://example.com/b | "" |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Indexable | Non-indexable: noindex | Nothing, if the change was intended | noindex |
*/
WITH differing AS (
    SELECT
        url,
        sitemap_url,
        previous_canonical,
        REPLACE(
            REPLACE(previous_reasons, 'disallowed', 'blocked by robots.txt'),
            'refresh',
            'meta refresh'
        ) AS told
    FROM compared_urls
    WHERE
        is_in_both
        AND unknown_reason IS NULL
        AND state = 'ok'
        AND previous_state = 'ok'
        AND is_indexable
        AND NOT previous_is_indexable
        AND previous_reasons <> 'disallowed'
        AND NOT (is_moved AND previous_reasons = 'canonicalised' AND previous_canonical = url)
)

SELECT
    url,
    sitemap_url,
    'Indexable' AS observed,
    CONCAT(
        'Non-indexable: ',
        REPLACE(
            told,
            'canonicalised',
            CONCAT('canonicalized to ', COALESCE(previous_canonical, 'another URL'))
        )
    ) AS expected,
    'Nothing, if the change was intended' AS fix,
    REPLACE(told, 'canonicalised', 'canonicalized') AS kind
FROM differing

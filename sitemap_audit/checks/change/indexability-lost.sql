/*
---
severity: error
keeps_out: pages
cause: is no longer indexable
confidence: high
basis: advisory
engines: [google, bing, yandex]
known_as:
  Ahrefs: ["Indexable page became non-indexable"]
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
# Indexable page is non-indexable now

## What it finds

A page in the sitemap that was indexable in the previous audit and is non-indexable now. It returned
content in both. The reasons are given: noindex, a canonical to another URL, a meta refresh, an
empty page. `change/status-error`, `change/status` and `change/robots-disallowed` report pages that
return an error or a redirect, or that robots.txt blocks.

## Why it matters

The page leaves the index with the next crawl. A template or a plugin setting often does this to
many pages at once.

## How to fix it

If the change was not intended, undo it: remove noindex or restore the canonical in the template or
the SEO plugin. If it was, remove the URL from the sitemap.

## Example

### A page that has noindex now

`url_states`

| url | reasons |
|---|---|
| https://example.com/a | noindex |
| https://example.com/b | "" |

`previous_urls`

| url |
|---|
| https://example.com/a |
| https://example.com/b |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Non-indexable: noindex | Indexable | Undo the change, or remove the URL from the sitemap | noindex |
*/
WITH differing AS (
    SELECT
        url,
        sitemap_url,
        canonical,
        REPLACE(
            REPLACE(reasons, 'disallowed', 'blocked by robots.txt'),
            'refresh',
            'meta refresh'
        ) AS told
    FROM compared_urls
    WHERE
        is_in_both
        AND unknown_reason IS NULL
        AND state = 'ok'
        AND previous_state = 'ok'
        AND previous_is_indexable
        AND NOT is_indexable
        AND reasons <> 'disallowed'
)

SELECT
    url,
    sitemap_url,
    CONCAT(
        'Non-indexable: ',
        REPLACE(
            told,
            'canonicalised',
            CONCAT('canonicalized to ', COALESCE(canonical, 'another URL'))
        )
    ) AS observed,
    'Indexable' AS expected,
    'Undo the change, or remove the URL from the sitemap' AS fix,
    REPLACE(told, 'canonicalised', 'canonicalized') AS kind
FROM differing

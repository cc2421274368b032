/*
---
severity: warning
cause: has another canonical than before
confidence: high
basis: advisory
engines: [google, bing, yandex]
aliases: [change-canonical]
known_as:
  Ahrefs: ["Canonical URL changed"]
needs: [pages, page_canonicals, previous]
over: compared_urls
when: "is_listed AND was_listed AND (have_content OR unknown_reason IS NOT NULL)"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.2.0
---
# Canonical URL changed

## What it finds

A page in the sitemap that returned content in both audits and has another canonical URL than
before, or has one for the first time, or none any more. None in effect counts as none: several
canonicals that contradict each other. `change/indexability-lost` and `change/indexability-gained`
report a canonical by which the page becomes non-indexable or indexable. If only the origin of the
canonical moved with the site (`change/site-moved`), it is not reported.

## Why it matters

The canonical decides which URL search engines index. If it is missing, they choose one themselves.

## How to fix it

If the change was not intended, restore the canonical in the template or the SEO plugin.

## Example

### A page without a canonical now

`url_states`

| url | canonical |
|---|---|
| https://example.com/a |  |
| https://example.com/b | https://example.com/b |

`previous_urls`

| url | canonical |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/b | https://example.com/b |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | None | https://example.com/a | Restore the canonical https://example.com/a, if the change was not intended | none now |
*/
WITH differing AS (
    SELECT
        url,
        sitemap_url,
        canonical,
        previous_canonical
    FROM compared_urls
    WHERE
        is_listed
        AND was_listed
        AND unknown_reason IS NULL
        AND have_content
        AND canonical IS DISTINCT FROM previous_canonical
        AND NOT (
            is_indexable <> previous_is_indexable
            AND (reasons LIKE '%canonicalised%') <> (previous_reasons LIKE '%canonicalised%')
        )
),

expected AS (
    SELECT
        page.url,
        page.sitemap_url,
        page.canonical,
        COALESCE(
            moved.origin
            || SUBSTRING(page.previous_canonical, LENGTH(moved.previous_origin) + 1),
            page.previous_canonical
        ) AS wanted
    FROM differing AS page
    LEFT JOIN moved_origins AS moved
        ON
            CONCAT(
                SPLIT_PART(page.previous_canonical, '/', 1),
                '//',
                SPLIT_PART(page.previous_canonical, '/', 3)
            )
            = moved.previous_origin
)

SELECT
    url,
    sitemap_url,
    COALESCE(canonical, 'None') AS observed,
    COALESCE(wanted, 'None') AS expected,
    CASE
        WHEN wanted IS NULL THEN 'Nothing, if the change was intended'
        ELSE CONCAT('Restore the canonical ', wanted, ', if the change was not intended')
    END AS fix,
    CASE WHEN wanted IS NULL THEN 'none before' WHEN canonical IS NULL THEN 'none now' END AS kind
FROM expected
WHERE canonical IS DISTINCT FROM wanted

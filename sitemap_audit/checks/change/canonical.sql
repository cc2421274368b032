/*
---
severity: warning
cause: has another canonical than before
severe_at_home: true
confidence: high
basis: advisory
engines: [google, bing, yandex]
known_as:
  Ahrefs: ["Canonical URL changed"]
needs: [pages, page_canonicals, previous]
over: compared_urls
when: "is_in_both AND (have_content OR unknown_reason IS NOT NULL)"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.2.0
---
# Canonical URL changed

## What it finds

The canonical URL of a page in the sitemap changed since the previous audit, is new or is missing
now. The page returned content in both audits. Canonicals that contradict each other count as none.
A canonical that makes the page non-indexable or indexable is reported by `change/indexability-lost`
or `change/indexability-gained`. If only the origin of the canonical moved with the site
(`change/site-moved`), it is not reported.

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
SELECT
    url,
    sitemap_url,
    COALESCE(target, 'None') AS observed,
    COALESCE(previous_target, 'None') AS expected,
    CASE
        WHEN previous_target IS NULL THEN 'Nothing, if the change was intended'
        ELSE
            CONCAT('Restore the canonical ', previous_target, ', if the change was not intended')
    END AS fix,
    CASE
        WHEN previous_target IS NULL THEN 'none before'
        WHEN target IS NULL THEN 'none now'
    END AS kind
FROM compared_targets
WHERE part = 'canonical'

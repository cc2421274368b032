/*
---
severity: warning
cause: is in a split hreflang cluster
confidence: high
basis: advisory
engines: [google, bing, yandex]
needs: [pages, page_alternates, entry_alternates, previous]
over: compared_clusters
when: "side = 'before'"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.2.0
---
# Hreflang cluster split

## What it finds

Pages in the sitemap that were in one hreflang cluster (alternates of one another) in the previous
audit are in two or more clusters of at least two pages now. Only pages that returned content in
both audits count. A page that left its cluster alone is reported by `change/hreflang`. If an
alternate of the cluster was not checked, the cluster is not compared.

## Why it matters

Search engines treat the two groups as different content: the versions of one no longer replace
those of the other in search results.

## How to fix it

Find the page whose hreflang annotations changed (`change/hreflang`), and restore them, if the
change was not intended.

## Example

### Two pairs instead of four languages

`url_states`

| url | cluster | unknown_reason |
|---|---|---|
| https://example.com/a | https://example.com/a |  |
| https://example.com/b | https://example.com/a |  |
| https://example.com/c | https://example.com/c |  |
| https://example.com/d | https://example.com/c |  |

`previous_urls`

| url | cluster |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/b | https://example.com/a |
| https://example.com/c | https://example.com/a |
| https://example.com/d | https://example.com/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/c | 2 clusters, the first with https://example.com/a, the last with https://example.com/c | 1 cluster of 4 URLs | Restore the hreflang annotations, if the change was not intended |
*/
SELECT
    told.first_part AS url,
    page.sitemap_url,
    told.last_part AS related_url,
    told.as_parts AS observed,
    told.as_one AS expected,
    'Restore the hreflang annotations, if the change was not intended' AS fix
FROM compared_clusters AS told
INNER JOIN compared_urls AS page ON told.first_part = page.url
WHERE told.side = 'before' AND told.parts > 1 AND told.unknown_reason IS NULL

/*
---
severity: warning
cause: is in merged hreflang clusters
confidence: high
basis: advisory
engines: [google, bing, yandex]
needs: [pages, page_alternates, entry_alternates, previous]
over: compared_clusters
when: "side = 'now'"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.2.0
---
# Hreflang clusters merged

## What it finds

Pages in the sitemap that are in one hreflang cluster (alternates of one another) now were in two or
more clusters of at least two pages in the previous audit. Only pages that returned content in both
audits count. If an alternate of the cluster was not checked in the previous audit, the cluster is
not compared.

## Why it matters

If the pages have different content, the annotations are wrong: search engines show a page of one
group instead of one of the other.

## How to fix it

Find the page whose hreflang annotations changed (`change/hreflang`), and restore them, if the
change was not intended.

## Example

### Four languages instead of two pairs

`url_states`

| url | cluster | unknown_reason |
|---|---|---|
| https://example.com/a | https://example.com/a |  |
| https://example.com/b | https://example.com/a |  |
| https://example.com/c | https://example.com/a |  |
| https://example.com/d | https://example.com/a |  |

`previous_urls`

| url | cluster |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/b | https://example.com/a |
| https://example.com/c | https://example.com/c |
| https://example.com/d | https://example.com/c |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/c | 1 cluster of 4 URLs | 2 clusters, the first with https://example.com/a, the last with https://example.com/c | Restore the hreflang annotations, if the change was not intended |
*/
SELECT
    told.first_part AS url,
    page.sitemap_url,
    told.last_part AS related_url,
    told.as_one AS observed,
    told.as_parts AS expected,
    'Restore the hreflang annotations, if the change was not intended' AS fix
FROM compared_clusters AS told
INNER JOIN compared_urls AS page ON told.first_part = page.url
WHERE told.side = 'now' AND told.parts > 1 AND told.unknown_reason IS NULL

/*
---
severity: error
cause: has hreflang {locales}, but the alternate is in another cluster
confidence: high
basis: inferred
engines: [google]
follows: [hreflang/own-code-elsewhere]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
tag: hreflang
when: "source_fault IS NULL AND target_fault IS NULL AND code <> 'x-default' AND NOT return_void"
unknown: "has_return IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang to another cluster

## What it finds

A listed page points hreflang to a page of another hreflang cluster. That page has no return link,
its cluster has return links of its own, and both clusters have a page for the same code. A page
that two clusters point to belongs to the one with more annotations to it.

## Why it matters

The annotation usually points to the wrong page, such as another product or article. Google ignores
it because the return link is missing.

## How to fix it

Point the annotation to the alternate of this page, in the template, CMS plugin or sitemap
generator. If the finding names no URL, no alternate for this code is in the cluster yet.

## Example

### English page points to the German page of another product

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | en | https://example.com/a |
| https://example.com/fr/a | de | https://example.com/de/a |
| https://example.com/fr/a | fr | https://example.com/fr/a |
| https://example.com/a | de | https://example.com/de/b |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | de | https://example.com/de/b |
| https://example.com/de/b | en | https://example.com/b |
| https://example.com/de/b | de | https://example.com/de/b |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/b | de: Page of the cluster of https://example.com/b | de: https://example.com/de/a | Point hreflang to https://example.com/de/a | https://example.com/a | replace | hreflang-url | https://example.com/de/b | https://example.com/de/a |

### Two parts of one cluster without a common code; target not fetched

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | es | https://example.com/es/a |
| https://example.com/es/a | fr | https://example.com/fr/a |
| https://example.com/es/a | es | https://example.com/es/a |
| https://example.com/a | it | https://example.com/later |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | it | https://example.com/later |

finds:

nothing
*/
SELECT
    bridge.url,
    pair.sitemap_url,
    bridge.alternate AS related_url,
    pair.line,
    CONCAT(bridge.code, ': Page of the cluster of ', bridge.alternate_cluster, pair.via)
        AS observed,
    CONCAT(bridge.code, ': ', COALESCE(bridge.wanted, 'alternate of this page')) AS expected,
    COALESCE(
        'Point hreflang to ' || bridge.wanted,
        CONCAT(
            'Point hreflang to the alternate of this page for ', bridge.code,
            ', or remove it if there is none'
        )
    ) AS fix,
    CASE WHEN bridge.wanted IS NOT NULL THEN pair.place_url END AS change_url,
    'replace' AS action,
    'hreflang-url' AS place,
    pair.href AS "from",
    bridge.wanted AS "to"
FROM cluster_bridges AS bridge
INNER JOIN hreflang_faulty_pairs AS pair
    ON bridge.url_key = pair.url_key AND bridge.alternate_key = pair.alternate_key

/*
---
severity: error
confidence: high
basis: inferred
engines: [google]
aliases: [hreflang-cluster-same-url-two-clusters]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
when: "source_fault IS NULL AND target_fault IS NULL AND code <> 'x-default' AND NOT return_void"
unknown: "has_return IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang link into another cluster

## What it finds

A listed page names a page that belongs to other versions: their links are mutual among themselves,
they have a code in common with the versions of this page, and the page that is named does not link
back. A page that two clusters claim belongs to the one that more links join it to.

## Why it matters

The link mostly leads to the wrong page, such as another product or another article. It is not
mutual and so it is ignored.

## How to fix it

Name the version that is expected; where none is named, this page's other versions do not know it
yet.

## Example

### English names the German version of something else

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/b | de of the cluster of https://example.com/b | de: https://example.com/de/a | name https://example.com/de/a | https://example.com/a | replace | hreflang-url | https://example.com/de/b | https://example.com/de/a |

### Two halves of one cluster, with no code in common; a target that is not fetched

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
    listed.sitemap_url,
    bridge.alternate AS related_url,
    listed.line,
    CONCAT(bridge.code, ' of the cluster of ', bridge.alternate_cluster, listed.via) AS observed,
    CASE
        WHEN bridge.wanted IS NULL THEN CONCAT('a version of this page for ', bridge.code)
        ELSE CONCAT(bridge.code, ': ', bridge.wanted)
    END AS expected,
    'name ' || bridge.wanted AS fix,
    CASE WHEN bridge.wanted IS NOT NULL THEN written.place_url END AS change_url,
    'replace' AS action,
    'hreflang-url' AS place,
    written.href AS "from",
    bridge.wanted AS "to"
FROM cluster_bridges AS bridge
INNER JOIN hreflang_pages AS listed ON bridge.url_key = listed.url_key
LEFT JOIN hreflang_written AS written
    ON bridge.url_key = written.url_key AND bridge.alternate_key = written.alternate_key

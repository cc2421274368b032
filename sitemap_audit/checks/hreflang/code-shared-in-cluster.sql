/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-cluster-conflict]
known_as:
  Audisto: ["Languages are not unique"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: clusters
when: "members > 1"
unknown: '"unknown" = members'
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Versions that share a code

## What it finds

Two pages or more of one cluster have the same language and region, and each is in a mutual pair
with another version. No page of the cluster names both: each page of it has another opinion. Pages
whose addresses differ only by a usual slip are reported as such.

## Why it matters

Search engines cannot tell which of them is meant for these readers, and may show either, or ignore
both.

## How to fix it

Decide which page is the version, and let all the others name that one. If both are wanted, give
them codes that differ.

## Example

### English and French name different German pages

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/fr/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | en | https://example.com/a |
| https://example.com/fr/a | fr | https://example.com/fr/a |
| https://example.com/a | de | https://example.com/de/1 |
| https://example.com/fr/a | de | https://example.com/de/2 |
| https://example.com/de/1 | de | https://example.com/de/1 |
| https://example.com/de/1 | en | https://example.com/a |
| https://example.com/de/2 | de | https://example.com/de/2 |
| https://example.com/de/2 | fr | https://example.com/fr/a |

finds:

| url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/de/1 | https://example.com/de/2 | de for 2 pages of the cluster of https://example.com/a | one page for de |

### One page names both; a second address for the same page; no mutual link

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/1 |
| https://example.com/a | de | https://example.com/de/2 |
| https://example.com/de/1 | de | https://example.com/de/1 |
| https://example.com/de/1 | en | https://example.com/a |
| https://example.com/de/2 | de | https://example.com/de/2 |
| https://example.com/de/2 | en | https://example.com/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | de | https://example.com/de/b |
| https://example.com/de/b | de | https://example.com/de/b |
| https://example.com/de/b | en | https://example.com/b/ |
| https://example.com/b/ | en | https://example.com/b/ |
| https://example.com/b/ | de | https://example.com/de/b |
| https://example.com/c | en | https://example.com/c |
| https://example.com/c | de | https://example.com/de/c |
| https://example.com/de/c | de | https://example.com/de/c |
| https://example.com/de/c | en | https://example.com/c |
| https://example.com/c2 | en | https://example.com/c2 |
| https://example.com/c2 | de | https://example.com/de/c |

finds:

nothing
*/
SELECT
    first_url AS url,
    last_url AS related_url,
    CONCAT(code, ' for ', urls, ' pages of the cluster of ', cluster) AS observed,
    CONCAT('one page for ', code) AS expected
FROM cluster_conflicts

/*
---
severity: error
cause: has the same hreflang code as another page of the cluster
confidence: high
basis: documented
engines: [google]
known_as:
  Audisto: ["Languages are not unique"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: clusters
tag: hreflang
when: "members > 1"
unknown: '"unknown" = members'
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Duplicate hreflang code in cluster

## What it finds

Two or more pages of an hreflang cluster have the same language-region code, and each has a return
link from another page of the cluster. No page annotates both: some pages point to one URL, some to
the other. URLs that differ only in `http`, `www`, case or a trailing slash are not reported.

## Why it matters

Search engines need one URL for each code. With two, they cannot tell which one to show, and may
show either or ignore both.

## How to fix it

Choose one URL for the code, and use it in the hreflang annotations of all pages (template, CMS
plugin or sitemap generator). To keep both pages, give them different codes, such as `de` and
`de-AT`.

## Example

### English and French pages point to different German pages

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

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/de/1 | https://example.com/de/2 | de: 2 URLs in the cluster of https://example.com/a | One URL for de | Use one URL for de on all pages of the cluster |

### One page points to both; URLs that differ in a trailing slash; no return link

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
    CONCAT(code, ': ', urls, ' URLs in the cluster of ', cluster) AS observed,
    CONCAT('One URL for ', code) AS expected,
    CONCAT('Use one URL for ', code, ' on all pages of the cluster') AS fix
FROM cluster_conflicts

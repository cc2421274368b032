/*
---
severity: warning
cause: has another x-default than the rest of the cluster
confidence: high
basis: inferred
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: cluster_defaults
tag: hreflang
when: "members > 1"
unknown: '"unknown" > 0 AND 2 * agreeing <= members + "unknown"'
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# x-default differs within hreflang cluster

## What it finds

The `x-default` of a page is another URL than the `x-default` of most pages of its hreflang
cluster. Checked on indexable pages that have a return link and one `x-default`. If pages of the
cluster were not checked, so that another `x-default` may be that of most, the page is not checked.

## Why it matters

Google shows the `x-default` URL to searchers whose language has no alternate. With different URLs
in one cluster, it chooses one or ignores them.

## How to fix it

Set the same `x-default` URL on all pages of the cluster, in the template or the translation plugin
(WPML, Polylang).

## Example

### One page of three has another x-default

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | en | https://example.com/a |
| https://example.com/fr/a | de | https://example.com/de/a |
| https://example.com/fr/a | fr | https://example.com/fr/a |
| https://example.com/a | x-default | https://example.com/a |
| https://example.com/de/a | x-default | https://example.com/de/a |
| https://example.com/fr/a | x-default | https://example.com/a |

finds:

| url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/de/a | https://example.com/de/a | x-default: https://example.com/de/a | x-default: https://example.com/a (2 of 3 pages) | Point x-default to https://example.com/a | https://example.com/de/a | replace | hreflang | x-default https://example.com/de/a | x-default https://example.com/a |

### One language selector for several clusters; one page without x-default; two on one page

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
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | en | https://example.com/a |
| https://example.com/fr/a | de | https://example.com/de/a |
| https://example.com/fr/a | fr | https://example.com/fr/a |
| https://example.com/a | x-default | https://example.com/ |
| https://example.com/de/a | x-default | https://example.com/ |
| https://example.com/a | x-default | https://example.com/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | x-default | https://example.com/ |

finds:

nothing
*/
SELECT
    named.url,
    named.x_default AS related_url,
    CONCAT('x-default: ', named.x_default) AS observed,
    CONCAT(
        'x-default: ', named.usual, ' (', named.agreeing, ' of ', named.members, ' pages)'
    ) AS expected,
    CASE
        WHEN named.usual_fault IS NULL AND 2 * named.agreeing > named.members
            THEN CONCAT('Point x-default to ', named.usual)
        ELSE 'Use one x-default URL on all pages of the cluster'
    END AS fix,
    CASE
        WHEN named.usual_fault IS NULL AND 2 * named.agreeing > named.members THEN sets.place_url
    END AS change_url,
    'replace' AS action,
    'hreflang' AS place,
    CONCAT('x-default ', named.x_default) AS "from",
    CONCAT('x-default ', named.usual) AS "to"
FROM cluster_defaults AS named
INNER JOIN hreflang_sets AS sets ON named.url_key = sets.url_key
WHERE
    named.x_default_key <> named.usual_key
    AND (named."unknown" = 0 OR 2 * named.agreeing > named.members + named."unknown")

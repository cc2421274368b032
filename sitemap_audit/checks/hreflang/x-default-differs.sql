/*
---
severity: warning
confidence: high
basis: inferred
engines: [google]
aliases: [hreflang-cluster-x-default-inconsistent]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: cluster_defaults
when: "members > 1"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Versions that differ about x-default

## What it finds

A page names another `x-default` than most of its versions do. Judged on pages in order that are in
a mutual pair and name one `x-default`.

## Why it matters

`x-default` is for readers whom no version fits. Where versions differ, search engines choose, or
ignore it.

## How to fix it

Name the same `x-default` on all versions.

## Example

### Each version takes itself for the default

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
| https://example.com/de/a | https://example.com/de/a | x-default: https://example.com/de/a | x-default: https://example.com/a, as 2 of 3 versions | <link rel="alternate" hreflang="x-default" href="https://example.com/a"> | https://example.com/de/a | replace | hreflang | x-default https://example.com/de/a | x-default https://example.com/a |

### One chooser for several clusters; one version without; two x-defaults on one page

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
        'x-default: ', named.usual, ', as ', named.agreeing, ' of ', named.members, ' versions'
    ) AS expected,
    CASE
        WHEN 2 * named.agreeing > named.members
            THEN REPLACE(
                REPLACE(sets.form, '{code}', 'x-default'),
                '{url}',
                REPLACE(named.usual, '&', '&amp;')
            )
    END AS fix,
    CASE
        WHEN
            2 * named.agreeing > named.members
            THEN CASE WHEN sets.in_html OR sets.in_header THEN sets.url ELSE sets.sitemap_url END
    END AS change_url,
    'replace' AS action,
    'hreflang' AS place,
    CONCAT('x-default ', named.x_default) AS "from",
    CONCAT('x-default ', named.usual) AS "to"
FROM cluster_defaults AS named
INNER JOIN hreflang_sets AS sets ON named.url_key = sets.url_key
WHERE named.x_default_key <> named.usual_key

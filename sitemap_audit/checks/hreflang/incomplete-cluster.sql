/*
---
severity: warning
cause: lacks hreflang to some pages of the cluster
confidence: high
basis: documented
engines: [google]
follows: [hreflang/missing-return-link]
known_as:
  Audisto: ["Unbalanced"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: cluster_members
tag: hreflang
when: "partners > 0 AND fault IS NULL"
unknown: "stands IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang cluster incomplete

## What it finds

A page has no annotation for a language or region of its hreflang cluster, and that alternate has
none for this page. Checked on indexable pages that have at least one return link. Where only one
of the two pages annotates the other, `hreflang/missing-return-link` is reported.

## Why it matters

Google still processes the annotations that are returned, but does not connect these two
alternates. It asks each page to list itself and all alternates.

## How to fix it

Write the same complete hreflang set on all pages of the cluster, in the template or the
translation plugin (WPML, Polylang).

## Example

### German and French annotate English, but not each other

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
| https://example.com/fr/a | en | https://example.com/a |
| https://example.com/fr/a | fr | https://example.com/fr/a |

finds:

| url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/de/a | https://example.com/fr/a | Missing: fr | fr: https://example.com/fr/a | Add <link rel="alternate" hreflang="fr" href="https://example.com/fr/a"> | https://example.com/de/a | add | hreflang | fr https://example.com/fr/a |
| https://example.com/fr/a | https://example.com/de/a | Missing: de | de: https://example.com/de/a | Add <link rel="alternate" hreflang="de" href="https://example.com/de/a"> | https://example.com/fr/a | add | hreflang | de https://example.com/de/a |

### A missing return link, an invalid code, an alternate that returns 404

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
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | en | https://example.com/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | de | https://example.com/de/b |
| https://example.com/b | fr | https://example.com/fr/b |
| https://example.com/de/b | en | https://example.com/b |
| https://example.com/de/b | de | https://example.com/de/b |
| https://example.com/de/b | fr_FR | https://example.com/fr/b |
| https://example.com/fr/b | fr | https://example.com/fr/b |
| https://example.com/fr/b | en | https://example.com/b |
| https://example.com/fr/b | de_DE | https://example.com/de/b |
| https://example.com/c | en | https://example.com/c |
| https://example.com/c | de | https://example.com/de/c |
| https://example.com/c | fr | https://example.com/fr/c |
| https://example.com/de/c | en | https://example.com/c |
| https://example.com/de/c | de | https://example.com/de/c |

`pages`

| url | status |
|---|---|
| https://example.com/a | 200 |
| https://example.com/de/a | 200 |
| https://example.com/fr/a | 200 |
| https://example.com/b | 200 |
| https://example.com/de/b | 200 |
| https://example.com/fr/b | 200 |
| https://example.com/c | 200 |
| https://example.com/de/c | 200 |
| https://example.com/fr/c | 404 |

finds:

nothing
*/
WITH conflicts AS (
    SELECT
        cluster_key,
        code
    FROM cluster_members
    WHERE partners > 0 AND stands
    GROUP BY cluster_key, code
    HAVING COUNT(*) > 1
),

-- Of two pages with one code, only the site knows which belongs to the cluster.
shared AS (
    SELECT DISTINCT member.url_key
    FROM cluster_members AS member
    INNER JOIN conflicts
        ON member.cluster_key = conflicts.cluster_key AND member.code = conflicts.code
),

gaps AS (
    SELECT
        url_key,
        code,
        MIN(url) AS url,
        MIN(wanted) AS wanted
    FROM cluster_gaps
    GROUP BY url_key, code
)

SELECT
    gaps.url,
    gaps.wanted AS related_url,
    CONCAT('Missing: ', gaps.code) AS observed,
    CONCAT(gaps.code, ': ', gaps.wanted) AS expected,
    CONCAT(
        'Add ',
        COALESCE(
            REPLACE(
                REPLACE(
                    REPLACE(sets.form, '{code}', gaps.code),
                    '{href}',
                    REPLACE(gaps.wanted, '&', '&amp;')
                ),
                '{url}',
                gaps.wanted
            ),
            CONCAT('hreflang ', gaps.code, ': ', gaps.wanted)
        )
    ) AS fix,
    CASE WHEN shared.url_key IS NULL THEN sets.place_url END AS change_url,
    'add' AS action,
    'hreflang' AS place,
    CONCAT(gaps.code, ' ', gaps.wanted) AS "to"
FROM gaps
LEFT JOIN hreflang_sets AS sets ON gaps.url_key = sets.url_key
LEFT JOIN shared ON gaps.url_key = shared.url_key

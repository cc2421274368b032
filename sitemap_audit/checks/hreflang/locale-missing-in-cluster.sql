/*
---
severity: notice
confidence: medium
basis: advisory
engines: [google]
aliases: [hreflang-locale-coverage-drop]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: clusters
when: "members > 1"
unknown: '"unknown" > 0'
parameters: {share: 0.95, min_clusters: 20}
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Locale that nearly all other pages have

## What it finds

A hreflang cluster of listed pages without a language or region that at least 95 of 100 clusters
have, on a site of 20 clusters or more. Both numbers are parameters.

## Why it matters

A version that is missing on a few pages only was mostly forgotten, or its page is gone.

## How to fix it

See whether the version exists. If so, annotate it on all pages of the cluster.

## Example

### Three of four have German

`parameters`

| share | min_clusters |
|---|---|
| 0.7 | 4 |

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | de | https://example.com/de/b |
| https://example.com/de/b | en | https://example.com/b |
| https://example.com/de/b | de | https://example.com/de/b |
| https://example.com/c | en | https://example.com/c |
| https://example.com/c | de | https://example.com/de/c |
| https://example.com/de/c | en | https://example.com/c |
| https://example.com/de/c | de | https://example.com/de/c |
| https://example.com/d | en | https://example.com/d |
| https://example.com/d | fr | https://example.com/fr/d |
| https://example.com/fr/d | en | https://example.com/d |
| https://example.com/fr/d | fr | https://example.com/fr/d |

finds:

| url | observed | expected |
|---|---|---|
| https://example.com/d | en, fr | de, as 3 of 4 clusters |

### Too few clusters to say

`parameters`

| share | min_clusters |
|---|---|
| 0.5 | 4 |

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
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | fr | https://example.com/fr/b |
| https://example.com/fr/b | en | https://example.com/b |

finds:

nothing
*/
WITH judged AS (
    SELECT
        cluster,
        cluster_key,
        codes
    FROM clusters
    WHERE members > 1 AND listed > 0
),

total AS (
    SELECT COUNT(*) AS clusters
    FROM judged
),

present AS (
    SELECT DISTINCT
        judged.cluster_key,
        member.code
    FROM judged
    INNER JOIN cluster_members AS member ON judged.cluster_key = member.cluster_key
    WHERE member.code IS NOT NULL
),

coverage AS (
    SELECT
        present.code,
        COUNT(*) AS having_it,
        MIN(total.clusters) AS clusters
    FROM present
    CROSS JOIN total
    GROUP BY present.code
),

usual AS (
    SELECT
        code,
        having_it,
        clusters
    FROM coverage
    WHERE
        having_it >= $share * clusters
        AND having_it < clusters
        AND clusters >= $min_clusters
)

SELECT
    judged.cluster AS url,
    judged.codes AS observed,
    CONCAT(usual.code, ', as ', usual.having_it, ' of ', usual.clusters, ' clusters') AS expected
FROM usual
CROSS JOIN judged
LEFT JOIN present ON judged.cluster_key = present.cluster_key AND usual.code = present.code
WHERE present.cluster_key IS NULL

/*
---
severity: notice
cause: lacks an alternate that similar pages have
confidence: medium
basis: advisory
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: clusters
tag: hreflang
when: "members > 1"
unknown: '"unknown" > 0'
parameters: {share: 0.95, min_clusters: 20}
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Language-region code missing in hreflang cluster

## What it finds

An hreflang cluster has no page for a language-region code that at least 95% of the clusters with
pages on the same host have. The host needs at least 20 clusters. Both numbers are parameters
(`share`, `min_clusters`). Not where the cluster may have the page under another code: another code
of the language that is not usual on the host, or an annotation without effect (invalid code, URL
that cannot be read).

## Why it matters

An alternate that only a few clusters lack was often forgotten or deleted by mistake. Google still
processes the other annotations of the cluster, but shows users of that language another version.

## How to fix it

Add hreflang for this code to all pages of the cluster (template, CMS plugin or sitemap generator),
if the page exists. If it was never translated, there is nothing to do.

## Example

### German in three of four clusters

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

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/d | en, fr | de (in 3 of 4 clusters) | Add hreflang for de, if the page exists |

### Too few clusters

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

### Another site in the same audit

`parameters`

| share | min_clusters |
|---|---|
| 0.5 | 1 |

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/sitemap.xml | https://example.com/a |
| https://example.com/sitemap.xml | https://example.com/b |
| https://example.org/sitemap.xml | https://example.org/c |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | de | https://example.com/de/b |
| https://example.com/de/b | en | https://example.com/b |
| https://example.org/c | en | https://example.org/c |
| https://example.org/c | fr | https://example.org/fr/c |
| https://example.org/fr/c | en | https://example.org/c |

finds:

nothing
*/
WITH judged AS (
    SELECT
        cluster,
        cluster_key,
        codes,
        "unknown"
    FROM clusters
    WHERE members > 1 AND listed > 0
),

members AS (
    SELECT
        judged.cluster_key,
        member.code,
        SPLIT_PART(member.url, '/', 3) AS host
    FROM judged
    INNER JOIN cluster_members AS member ON judged.cluster_key = member.cluster_key
),

hosts_of_clusters AS (
    SELECT DISTINCT
        host,
        cluster_key
    FROM members
),

totals AS (
    SELECT
        host,
        COUNT(*) AS clusters
    FROM hosts_of_clusters
    GROUP BY host
    HAVING COUNT(*) >= $min_clusters
),

present AS (
    SELECT DISTINCT
        cluster_key,
        code
    FROM members
    WHERE code IS NOT NULL
),

coverage AS (
    SELECT
        place.host,
        present.code,
        totals.clusters,
        COUNT(*) AS having_it
    FROM totals
    INNER JOIN hosts_of_clusters AS place ON totals.host = place.host
    INNER JOIN present ON place.cluster_key = present.cluster_key
    GROUP BY place.host, present.code, totals.clusters
),

usual AS (
    SELECT
        host,
        code,
        clusters,
        having_it
    FROM coverage
    WHERE having_it >= $share * clusters AND having_it < clusters
),

unusual AS (
    SELECT
        host,
        code
    FROM coverage
    WHERE having_it < $share * clusters
),

-- The page is there, under another code or without a usable one.
otherwise_coded AS (
    SELECT DISTINCT
        place.cluster_key,
        place.host,
        SPLIT_PART(unusual.code, '-', 1) AS language
    FROM unusual
    INNER JOIN hosts_of_clusters AS place ON unusual.host = place.host
    INNER JOIN present
        ON place.cluster_key = present.cluster_key AND unusual.code = present.code
),

void AS (
    SELECT DISTINCT member.cluster_key
    FROM hreflang_void_links AS link
    INNER JOIN cluster_members AS member ON link.url_key = member.url_key
),

lacking AS (
    SELECT
        place.cluster_key,
        usual.code,
        usual.having_it,
        usual.clusters,
        ROW_NUMBER() OVER (
            PARTITION BY place.cluster_key, usual.code ORDER BY usual.clusters DESC, usual.host ASC
        ) AS place
    FROM usual
    INNER JOIN hosts_of_clusters AS place ON usual.host = place.host
    LEFT JOIN present
        ON place.cluster_key = present.cluster_key AND usual.code = present.code
    LEFT JOIN otherwise_coded
        ON
            place.cluster_key = otherwise_coded.cluster_key
            AND usual.host = otherwise_coded.host
            AND SPLIT_PART(usual.code, '-', 1) = otherwise_coded.language
    LEFT JOIN void ON place.cluster_key = void.cluster_key
    WHERE
        present.cluster_key IS NULL
        AND otherwise_coded.cluster_key IS NULL
        AND void.cluster_key IS NULL
)

SELECT
    judged.cluster AS url,
    judged.codes AS observed,
    CONCAT(
        lacking.code, ' (in ', lacking.having_it, ' of ', lacking.clusters, ' clusters)'
    ) AS expected,
    CONCAT('Add hreflang for ', lacking.code, ', if the page exists') AS fix
FROM lacking
INNER JOIN judged ON lacking.cluster_key = judged.cluster_key
WHERE lacking.place = 1 AND judged."unknown" = 0

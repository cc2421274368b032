/*
---
row: sum
rests_on: others
---
One row for all listed URLs, and one per sitemap, pattern and directory of them, that have an
inspected URL: how many of the URLs Google has indexed, by the URL Inspection API. Imported states do
not count: an export has the URLs of one reason.

`of`: site | sitemap | pattern | directory; `name`: its URL, or the pattern; NULL for the site.
`urls`: listed URLs; a URL in several sitemaps counts in the first. `inspected`: those that Google has
told of, `indexed` of these.

`share`: of URLs that are indexed, from 0 to 1. Which URLs are inspected depends on their sitemap and
pattern, and on whether the audit found them indexable: these are strata, and each inspected URL
stands for as many as its stratum has, divided by its inspected ones. `represented`: URLs in strata
with an inspected one; the share is of these. `size`: the effective size of the sample by Kish, for
its confidence interval: the square of the sum of the weights by the sum of their squares. NULL where
all are inspected: the share is no estimate.
*/
WITH kinds AS (
    SELECT 'site' AS "of"
    UNION ALL
    SELECT 'sitemap' AS "of"
    UNION ALL
    SELECT 'pattern' AS "of"
    UNION ALL
    SELECT 'directory' AS "of"
),

places AS (
    SELECT
        kinds."of",
        CASE kinds."of"
            WHEN 'sitemap' THEN told.sitemap_url
            WHEN 'pattern' THEN told.pattern
            WHEN 'directory' THEN told.directory
        END AS name,
        told.sitemap_url,
        told.pattern,
        told.is_indexable,
        told.is_inspected,
        told.is_indexed
    FROM google_comparison AS told
    CROSS JOIN kinds
    WHERE told.is_listed
),

strata AS (
    SELECT
        "of",
        name,
        COUNT(*) AS urls,
        COUNT(*) FILTER (WHERE is_inspected AND is_indexed IS NOT NULL) AS inspected,
        COUNT(*) FILTER (WHERE is_inspected AND is_indexed) AS indexed
    FROM places
    GROUP BY "of", name, sitemap_url, pattern, is_indexable
),

weighted AS (
    SELECT
        "of",
        name,
        urls,
        inspected,
        indexed,
        CASE WHEN inspected > 0 THEN urls ELSE 0 END AS represented,
        CASE WHEN inspected > 0 THEN CAST(urls AS DOUBLE) * indexed / inspected ELSE 0 END
            AS estimated,
        CASE WHEN inspected > 0 THEN CAST(urls AS DOUBLE) * urls / inspected ELSE 0 END AS squares
    FROM strata
)

SELECT
    "of",
    name,
    CAST(SUM(urls) AS BIGINT) AS urls,
    CAST(SUM(inspected) AS BIGINT) AS inspected,
    CAST(SUM(indexed) AS BIGINT) AS indexed,
    CAST(SUM(represented) AS BIGINT) AS represented,
    SUM(estimated) / SUM(represented) AS share,
    CASE
        WHEN SUM(inspected) < SUM(urls)
            THEN CAST(SUM(represented) AS DOUBLE) * SUM(represented) / SUM(squares)
    END AS size
FROM weighted
GROUP BY "of", name
HAVING SUM(inspected) > 0

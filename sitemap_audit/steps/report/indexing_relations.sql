/*
The first three URLs of each relation of what the audit and Google say, and of each of Google's
reasons where that is told, with the number of all of them and the fault that the audit found.
`has_sitemap`: Google has the sitemaps of all of them, or none; NULL if neither is known.
*/
WITH ranked AS (
    SELECT
        relation,
        reason_code,
        MIN(reason) OVER (PARTITION BY relation, COALESCE(reason_code, reason)) AS reason,
        COUNT(*) OVER (PARTITION BY relation, COALESCE(reason_code, reason)) AS urls,
        COUNT(CASE WHEN has_sitemap THEN 1 END)
            OVER (PARTITION BY relation, COALESCE(reason_code, reason))
            AS in_known_sitemaps,
        COUNT(CASE WHEN NOT has_sitemap THEN 1 END)
            OVER (PARTITION BY relation, COALESCE(reason_code, reason))
            AS in_other_sitemaps,
        url,
        observed,
        ROW_NUMBER() OVER (
            PARTITION BY relation, COALESCE(reason_code, reason)
            ORDER BY COALESCE(clicks, 0) DESC, url ASC
        ) AS place
    FROM reported_indexing
)

SELECT
    relation,
    reason_code,
    reason,
    urls,
    CASE
        WHEN in_known_sitemaps = urls THEN TRUE
        WHEN in_other_sitemaps = urls THEN FALSE
    END AS has_sitemap,
    url,
    observed
FROM ranked
WHERE place <= 3
ORDER BY urls DESC, reason ASC, place ASC

/*
The first three URLs of each relation of what the audit and Google say, and of each of Google's
reasons where that is told, with the number of all of them and the fault that the audit found.
*/
WITH ranked AS (
    SELECT
        relation,
        reason_code,
        MIN(reason) OVER (PARTITION BY relation, COALESCE(reason_code, reason)) AS reason,
        COUNT(*) OVER (PARTITION BY relation, COALESCE(reason_code, reason)) AS urls,
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
    url,
    observed
FROM ranked
WHERE place <= 3
ORDER BY urls DESC, reason ASC, place ASC

/*
The first three URLs by whether it chose the canonical that the audit
found (NULL: not known), with the number of all of them.
*/
WITH ranked AS (
    SELECT
        url,
        canonical,
        google_canonical,
        agrees,
        COUNT(*) OVER (PARTITION BY agrees) AS urls,
        ROW_NUMBER() OVER (
            PARTITION BY agrees ORDER BY COALESCE(clicks, 0) DESC, url ASC
        ) AS place
    FROM reported_indexing
)

SELECT
    agrees,
    urls,
    url,
    canonical,
    google_canonical
FROM ranked
WHERE place <= 3
ORDER BY place

/*
---
row: url
rests_on: others
---
One row per URL that findings are about: how many (`findings`), and the `rank` and `severity` of
the worst, as in reported_findings. `own_rank`: of the worst that is no consequence, and no fault of
the host; NULL if there is none.
*/
SELECT
    url,
    MIN(rank) AS rank,
    SUBSTRING(MIN(CONCAT(CAST(rank AS VARCHAR), severity)), 2) AS severity,
    MIN(CASE WHEN root_id IS NULL AND unit <> 'host' THEN rank END) AS own_rank,
    COUNT(*) AS findings
FROM reported_findings
WHERE url IS NOT NULL
GROUP BY url

/* One row per finding that others are a consequence of, directly or by another one. */
WITH RECURSIVE lower AS (
    SELECT
        finding_id,
        root_id
    FROM findings
    WHERE root_id IS NOT NULL
    UNION ALL
    SELECT
        lower.finding_id,
        upper.root_id
    FROM lower
    INNER JOIN findings AS upper ON lower.root_id = upper.finding_id
    WHERE upper.root_id IS NOT NULL
)

SELECT
    root_id,
    COUNT(*) AS findings
FROM lower
GROUP BY root_id

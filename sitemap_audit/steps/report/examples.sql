/*
Up to three affected URLs or files of each line of 'Do this first', in its order.
*/
WITH first AS (
    SELECT
        issue,
        MIN(number) AS number
    FROM causes
    GROUP BY issue
    ORDER BY number
    LIMIT $rows
),

affected AS (
    SELECT
        issue,
        MIN(about) AS url,
        MIN(number) AS number
    FROM reported_findings
    WHERE root_id IS NULL
    GROUP BY issue, affected
),

placed AS (
    SELECT
        first.number,
        affected.url,
        ROW_NUMBER() OVER (PARTITION BY first.issue ORDER BY affected.number) AS place
    FROM first
    INNER JOIN affected ON first.issue = affected.issue
)

SELECT
    number,
    url
FROM placed
WHERE place <= 3
ORDER BY number, place

/*
One row per finding that is not corrected, with the reason.
*/
WITH judged AS (
    SELECT
        finding_id,
        BOOL_OR(is_as_told AND failure IS NULL) AS is_done,
        MIN(failure) AS failure
    FROM fix_outcomes
    GROUP BY finding_id
),

done AS (
    SELECT finding_id FROM judged
    WHERE is_done
)

SELECT
    told."check",
    told.url,
    told.sitemap_url,
    told.line,
    told.change_url,
    told."from",
    told."to",
    CASE
        WHEN missing.url IS NOT NULL THEN missing.why_not
        WHEN judged.failure IS NOT NULL THEN judged.failure
        WHEN told.why_not = 'root' AND told.root_id IN (SELECT done.finding_id FROM done)
            THEN 'follows'
        WHEN told.why_not IS NOT NULL THEN told.why_not
        WHEN judged.finding_id IS NOT NULL THEN 'changed'
        ELSE 'undone'
    END AS reason
FROM fix_told AS told
LEFT JOIN judged ON told.finding_id = judged.finding_id
LEFT JOIN fix_not_added AS missing ON told."to" = missing.url AND told.why_not = 'add'
WHERE NOT COALESCE(judged.is_done, FALSE)

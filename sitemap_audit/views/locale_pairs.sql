/*
One row per code of a page and code that it names another page by, x-default apart: how many such
links there are from listed pages in order. `broken`: the target is not in order; of the others a
return link is there (`returned`), is not (`missing`), or cannot be judged (`unknown`).
`returned_share`: of those that could be judged; NULL where there are none.
*/
WITH links AS (
    SELECT
        COALESCE(member.code, 'none') AS source_code,
        pair.code AS target_code,
        CASE
            WHEN pair.target_fault IS NOT NULL THEN 'broken'
            WHEN pair.has_return THEN 'returned'
            WHEN pair.has_return IS NULL THEN 'unknown'
            ELSE 'missing'
        END AS outcome
    FROM hreflang_pairs AS pair
    LEFT JOIN cluster_members AS member ON pair.url_key = member.url_key
    WHERE pair.source_fault IS NULL AND pair.code <> 'x-default'
)

SELECT
    source_code,
    target_code,
    COUNT(*) AS links,
    SUM(CASE WHEN outcome = 'returned' THEN 1 ELSE 0 END) AS returned,
    SUM(CASE WHEN outcome = 'missing' THEN 1 ELSE 0 END) AS missing,
    SUM(CASE WHEN outcome = 'broken' THEN 1 ELSE 0 END) AS broken,
    SUM(CASE WHEN outcome = 'unknown' THEN 1 ELSE 0 END) AS "unknown",
    AVG(
        CASE outcome WHEN 'returned' THEN 1e0 WHEN 'missing' THEN 0e0 END
    ) AS returned_share
FROM links
GROUP BY source_code, target_code

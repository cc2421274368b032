/*
One row per hreflang code of a page and code of its alternate, without x-default: the number of such
annotations on listed indexable pages. `broken`: the target is not indexable. Of the others, the
return link exists (`returned`), is missing (`missing`) or was not checked (`unknown`).
`returned_share`: of those that were checked; NULL if there are none.
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
        CASE outcome WHEN 'returned' THEN 1 WHEN 'missing' THEN 0 END
    ) AS returned_share
FROM links
GROUP BY source_code, target_code

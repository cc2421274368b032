/*
---
row: code
rests_on: others
---
One row per hreflang code of a page and code of its alternate, without x-default: the number of such
annotations on listed indexable pages, by their state in reported_pairs. `broken`: the target is not
indexable. Of the others, the annotation is returned (`returned`), not (`missing`) or was not
checked (`unknown`). `returned_share`: of those that were checked; NULL if there are none.
*/
SELECT
    COALESCE(member.code, 'none') AS source_code,
    pair.code AS target_code,
    COUNT(*) AS links,
    COUNT(*) FILTER (WHERE pair.state = 'valid') AS returned,
    COUNT(*) FILTER (WHERE pair.state = 'not returned') AS missing,
    COUNT(*) FILTER (WHERE pair.state = 'target error') AS broken,
    COUNT(*) FILTER (WHERE pair.state = 'not checked') AS "unknown",
    AVG(
        CASE pair.state WHEN 'valid' THEN 1 WHEN 'not returned' THEN 0 END
    ) AS returned_share
FROM reported_pairs AS pair
LEFT JOIN cluster_members AS member ON pair.url_key = member.url_key
WHERE pair.state <> 'page not indexable' AND pair.code <> 'x-default'
GROUP BY COALESCE(member.code, 'none'), pair.code

/*
One row per pair of groups that links join.
*/
SELECT DISTINCT
    LEAST(low.label, high.label) AS low,
    GREATEST(low.label, high.label) AS high
FROM cluster_one_way AS link
INNER JOIN cluster_groups AS low ON link.low_key = low.url_key
INNER JOIN cluster_groups AS high ON link.high_key = high.url_key
WHERE low.label <> high.label

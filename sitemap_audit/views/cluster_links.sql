/*
One row per pair of URLs with a hreflang annotation from one to the other: their numbers in
`cluster_nodes`, the lower first. `is_mutual`: each annotates the other.
*/
SELECT
    LEAST(one.node, other.node) AS low,
    GREATEST(one.node, other.node) AS high,
    couple.forth_first IS NOT NULL AND couple.back_first IS NOT NULL AS is_mutual
FROM hreflang_couples AS couple
INNER JOIN cluster_nodes AS one ON couple.low_key = one.url_key
INNER JOIN cluster_nodes AS other ON couple.high_key = other.url_key
WHERE couple.forth_first IS NOT NULL OR couple.back_first IS NOT NULL

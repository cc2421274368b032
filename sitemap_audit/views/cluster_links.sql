/*
One row per two different URLs one of which names the other under a language: their numbers in
`cluster_nodes`, the lower first. `is_mutual`: each names the other.
*/
WITH pairs AS (
    SELECT
        LEAST(url_key, alternate_key) AS one_key,
        GREATEST(url_key, alternate_key) AS other_key,
        BOOL_OR(url_key < alternate_key) AND BOOL_OR(url_key > alternate_key) AS is_mutual
    FROM hreflang_links
    WHERE code <> 'x-default' AND url_key <> alternate_key
    GROUP BY LEAST(url_key, alternate_key), GREATEST(url_key, alternate_key)
)

SELECT
    LEAST(one.node, other.node) AS low,
    GREATEST(one.node, other.node) AS high,
    pairs.is_mutual
FROM pairs
INNER JOIN cluster_nodes AS one ON pairs.one_key = one.url_key
INNER JOIN cluster_nodes AS other ON pairs.other_key = other.url_key

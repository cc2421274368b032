/*
One row per node of a round: its root, or the one that this root has in the rounds after it.
*/
WITH below AS (
    SELECT
        node,
        root
    FROM component_roots
    WHERE round = $number
)

SELECT
    below.node,
    COALESCE(above.root, below.root) AS root
FROM below
LEFT JOIN component_found AS above ON below.root = above.node

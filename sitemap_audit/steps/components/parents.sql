/*
One row per node with a link, with its parent: the least neighbour, or the greatest one, or itself.
*/
SELECT
    node,
    CASE WHEN $is_least THEN LEAST(node, least) ELSE GREATEST(node, greatest) END AS parent
FROM component_neighbours

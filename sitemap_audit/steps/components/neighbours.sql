/*
One row per node with a link, with the least and the greatest of its neighbours.
*/
SELECT
    node,
    MIN(other) AS least,
    MAX(other) AS greatest
FROM (
    SELECT
        low AS node,
        high AS other
    FROM component_links
    UNION ALL
    SELECT
        high AS node,
        low AS other
    FROM component_links
) AS ends
GROUP BY node

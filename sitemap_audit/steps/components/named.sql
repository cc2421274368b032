/*
One row per node with a link, with the least node that links join it to.
*/
WITH names AS (
    SELECT
        root,
        MIN(node) AS component
    FROM component_found
    GROUP BY root
)

SELECT
    found.node,
    names.component
FROM component_found AS found
INNER JOIN names ON found.root = names.root

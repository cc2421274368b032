/*
The same rows, with the parent of each parent, and the parent of the step before.
*/
SELECT
    below.node,
    above.parent,
    below.parent AS earlier
FROM component_parents AS below
INNER JOIN component_parents AS above ON below.parent = above.node

/*
How many nodes have another parent than before the step.
*/
SELECT COUNT(*) AS nodes
FROM component_parents
WHERE parent <> earlier

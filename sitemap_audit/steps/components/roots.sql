/*
One row per node of a round, once each parent is a root.
*/
SELECT
    $number AS round,
    node,
    parent AS root
FROM component_parents

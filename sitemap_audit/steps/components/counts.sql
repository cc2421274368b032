/*
One row: the nodes with a link, and how many of them are less, or greater, than all neighbours.
*/
SELECT
    COUNT(*) AS nodes,
    COUNT(CASE WHEN node < least THEN 1 END) AS minima,
    COUNT(CASE WHEN node > greatest THEN 1 END) AS maxima
FROM component_neighbours

/*
The links between groups, whether they have a code in common or not.
*/
SELECT
    low,
    high
FROM cluster_joined

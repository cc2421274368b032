/*
One row per link between two loose URLs.
*/
SELECT
    low_key AS low,
    high_key AS high
FROM cluster_one_way
WHERE low_core IS NULL AND high_core IS NULL

/*
One row per pair of URLs that are alternates of each other.
*/
SELECT
    low_key AS low,
    high_key AS high
FROM cluster_links
WHERE is_mutual

/*
One row per number of a URL in `cluster_nodes` and code that it is called by, itself or by others,
but x-default; codes are numbered from 1.
*/
WITH called AS (
    SELECT DISTINCT
        alternate_key,
        code
    FROM hreflang_links
    WHERE code <> 'x-default'
)

SELECT
    cluster_nodes.node,
    DENSE_RANK() OVER (ORDER BY called.code) AS code
FROM called
INNER JOIN cluster_nodes ON called.alternate_key = cluster_nodes.url_key

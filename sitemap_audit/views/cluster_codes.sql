/*
One row per number of a URL in `cluster_nodes` and code that it is called by, itself or by others,
but x-default.
*/
SELECT DISTINCT
    cluster_nodes.node,
    link.code
FROM hreflang_links AS link
INNER JOIN cluster_nodes ON link.alternate_key = cluster_nodes.url_key
WHERE link.code <> 'x-default'

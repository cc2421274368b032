/*
One row per URL in `cluster_nodes` (by its number) and hreflang code that it has, by its own
annotations or those of others. x-default is left out.
*/
SELECT DISTINCT
    cluster_nodes.node,
    link.code
FROM hreflang_links AS link
INNER JOIN cluster_nodes ON link.alternate_key = cluster_nodes.url_key
WHERE link.code <> 'x-default'

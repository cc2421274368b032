/*
One row per link without a return link, with the cores of its ends. A URL without core is loose: in
no mutual pair.
*/
SELECT
    link.low_key,
    link.high_key,
    low.component AS low_core,
    high.component AS high_core
FROM cluster_links AS link
LEFT JOIN cluster_cores AS low ON link.low_key = low.node
LEFT JOIN cluster_cores AS high ON link.high_key = high.node
WHERE NOT link.is_mutual

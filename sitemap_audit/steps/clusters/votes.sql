/*
One row per loose group and core: how often they are linked.
*/
SELECT
    COALESCE(loose.component, mixed.node) AS loose,
    mixed.core,
    COUNT(*) AS links
FROM (
    SELECT
        CASE WHEN low_core IS NULL THEN low_key ELSE high_key END AS node,
        COALESCE(low_core, high_core) AS core
    FROM cluster_one_way
    WHERE (low_core IS NULL) <> (high_core IS NULL)
) AS mixed
LEFT JOIN cluster_loose AS loose ON mixed.node = loose.node
GROUP BY COALESCE(loose.component, mixed.node), mixed.core

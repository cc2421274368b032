/*
One row per URL, with its group: its core or favourite core, or else its loose group.
*/
SELECT
    named.url_key,
    COALESCE(
        core.component, favourite.core, loose.component, named.url_key
    ) AS label
FROM cluster_nodes AS named
LEFT JOIN cluster_cores AS core ON named.url_key = core.node
LEFT JOIN cluster_loose AS loose ON named.url_key = loose.node
LEFT JOIN cluster_favourites AS favourite
    ON COALESCE(loose.component, named.url_key) = favourite.loose

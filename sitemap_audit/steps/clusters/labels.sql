/*
One row per URL of `cluster_nodes`: `cluster_key` and `component_key`, the first URLs, in URL order,
of its cluster and of all that any links join it to.
*/
WITH clusters_of_groups AS (
    SELECT
        cluster,
        ARG_MIN(url_key, url) AS url_key
    FROM cluster_firsts
    GROUP BY cluster
),

components_of_groups AS (
    SELECT
        component,
        ARG_MIN(url_key, url) AS url_key
    FROM cluster_firsts
    GROUP BY component
)

SELECT
    member.url_key,
    clusters_of_groups.url_key AS cluster_key,
    components_of_groups.url_key AS component_key
FROM cluster_groups AS member
INNER JOIN cluster_firsts AS firsts ON member.label = firsts.label
INNER JOIN clusters_of_groups ON firsts.cluster = clusters_of_groups.cluster
INNER JOIN components_of_groups ON firsts.component = components_of_groups.component

/*
One row per group, with its first URL, its cluster and its component.
*/
WITH firsts AS (
    SELECT
        label,
        MIN(url) AS url,
        ARG_MIN(url_key, url) AS url_key
    FROM (
        SELECT
            member.label,
            named.url_key,
            named.url
        FROM cluster_groups AS member
        INNER JOIN cluster_nodes AS named ON member.url_key = named.url_key
    ) AS members
    GROUP BY label
)

SELECT
    firsts.label,
    COALESCE(cluster.component, firsts.label) AS cluster,
    COALESCE(whole.component, firsts.label) AS component,
    firsts.url,
    firsts.url_key
FROM firsts
LEFT JOIN cluster_merged AS cluster ON firsts.label = cluster.node
LEFT JOIN cluster_wholes AS whole ON firsts.label = whole.node

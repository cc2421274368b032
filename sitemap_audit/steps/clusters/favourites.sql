/*
One row per loose group, with the core that it is linked with most often; of several, that of the
first URL.
*/
WITH voted AS (
    SELECT DISTINCT core
    FROM cluster_votes
),

firsts AS (
    SELECT
        core.component,
        MIN(named.url) AS url
    FROM voted
    INNER JOIN cluster_cores AS core ON voted.core = core.component
    INNER JOIN cluster_nodes AS named ON core.node = named.url_key
    GROUP BY core.component
),

ranked AS (
    SELECT
        votes.loose,
        votes.core,
        ROW_NUMBER() OVER (
            PARTITION BY votes.loose ORDER BY votes.links DESC, firsts.url ASC, votes.core ASC
        ) AS place
    FROM cluster_votes AS votes
    INNER JOIN firsts ON votes.core = firsts.component
)

SELECT
    loose,
    core
FROM ranked
WHERE place = 1

/*
One row per listed page and URL of another cluster that it names under a language, which is in
order and does not name it in turn: most likely the wrong URL. `wanted`: the member of the page's
own cluster that has this code, where there is one.
*/
WITH apart AS (
    SELECT
        one.url_key AS one_key,
        other.url_key AS other_key
    FROM cluster_links AS link
    INNER JOIN cluster_labels AS low ON link.low = low.node
    INNER JOIN cluster_labels AS high ON link.high = high.node
    INNER JOIN cluster_nodes AS one ON link.low = one.node
    INNER JOIN cluster_nodes AS other ON link.high = other.node
    WHERE low.cluster <> high.cluster
),

directed AS (
    SELECT
        one_key AS url_key,
        other_key AS alternate_key
    FROM apart
    UNION ALL
    SELECT
        other_key AS url_key,
        one_key AS alternate_key
    FROM apart
),

bridges AS (
    SELECT
        pair.url_key,
        pair.alternate_key,
        pair.code
    FROM directed
    INNER JOIN hreflang_pairs AS pair
        ON directed.url_key = pair.url_key AND directed.alternate_key = pair.alternate_key
    WHERE
        pair.source_fault IS NULL
        AND pair.target_fault IS NULL
        AND pair.code <> 'x-default'
        AND pair.target_annotated
        AND NOT pair.return_void
        AND NOT pair.has_return
),

wanted AS (
    SELECT
        cluster_key,
        code,
        MIN(url) AS url
    FROM cluster_members
    WHERE partners > 0 AND stands
    GROUP BY cluster_key, code
)

SELECT
    own.url,
    bridges.url_key,
    other.url AS alternate,
    bridges.alternate_key,
    bridges.code,
    own.cluster,
    own.cluster_key,
    other.cluster AS alternate_cluster,
    wanted.url AS wanted
FROM bridges
INNER JOIN cluster_members AS own ON bridges.url_key = own.url_key
INNER JOIN cluster_members AS other ON bridges.alternate_key = other.url_key
LEFT JOIN wanted ON own.cluster_key = wanted.cluster_key AND bridges.code = wanted.code

/*
One row per pair of groups that links join and that have no code in common: parts of one cluster.
*/
WITH labels AS (
    SELECT low AS label
    FROM cluster_joined
    UNION
    SELECT high AS label
    FROM cluster_joined
),

called AS (
    SELECT DISTINCT
        labels.label,
        link.code
    FROM labels
    INNER JOIN cluster_groups AS member ON labels.label = member.label
    INNER JOIN hreflang_links AS link ON member.url_key = link.alternate_key
    WHERE link.code <> 'x-default'
),

clashes AS (
    SELECT DISTINCT
        joined.low,
        joined.high
    FROM cluster_joined AS joined
    INNER JOIN called AS its ON joined.low = its.label
    INNER JOIN called AS theirs ON joined.high = theirs.label AND its.code = theirs.code
)

SELECT
    joined.low,
    joined.high
FROM cluster_joined AS joined
LEFT JOIN clashes ON joined.low = clashes.low AND joined.high = clashes.high
WHERE clashes.low IS NULL

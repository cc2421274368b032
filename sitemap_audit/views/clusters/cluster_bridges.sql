/*
---
row: pair
rests_on: others
---
One row per listed page and URL of another hreflang cluster that the page annotates: the URL is
indexable and has no return link, so it is probably the wrong URL. `wanted`: the member of the
page's own cluster with this code; NULL if there is none.
*/
WITH homes AS (
    SELECT
        url_key,
        cluster_key
    FROM cluster_members
),

crossing AS (
    SELECT
        pair.url_key,
        pair.alternate_key,
        pair.code,
        own.cluster_key
    FROM hreflang_pairs AS pair
    INNER JOIN homes AS own ON pair.url_key = own.url_key
    INNER JOIN homes AS other ON pair.alternate_key = other.url_key
    WHERE
        pair.source_fault IS NULL
        AND pair.target_fault IS NULL
        AND pair.code <> 'x-default'
        AND pair.target_annotated
        AND NOT pair.return_void
        AND NOT pair.has_return
        AND own.cluster_key <> other.cluster_key
),

wanted AS (
    SELECT
        member.cluster_key,
        member.code,
        MIN(member.url) AS url
    FROM cluster_members AS member
    SEMI JOIN crossing ON member.cluster_key = crossing.cluster_key
    WHERE member.partners > 0 AND member.stands
    GROUP BY member.cluster_key, member.code
)

SELECT
    own.url,
    crossing.url_key,
    other.url AS alternate,
    crossing.alternate_key,
    crossing.code,
    own.cluster,
    own.cluster_key,
    other.cluster AS alternate_cluster,
    wanted.url AS wanted
FROM crossing
INNER JOIN cluster_members AS own ON crossing.url_key = own.url_key
INNER JOIN cluster_members AS other ON crossing.alternate_key = other.url_key
LEFT JOIN wanted ON own.cluster_key = wanted.cluster_key AND crossing.code = wanted.code

/*
---
row: cluster
rests_on: others
---
One row per cluster and code that several of its members have; each of them is indexable and in a
mutual pair. Left out, because other checks report them: URLs that differ only by a common slip
(slash, protocol, www, case), and a page that annotates several URLs with one code.
*/
WITH shared AS (
    SELECT
        cluster,
        cluster_key,
        code,
        COUNT(*) AS urls,
        MIN(url) AS first_url,
        MAX(url) AS last_url
    FROM cluster_members
    WHERE partners > 0 AND stands
    GROUP BY cluster, cluster_key, code
    HAVING COUNT(*) > 1 AND COUNT(DISTINCT url_near_key) = COUNT(*)
),

double AS (
    SELECT
        member.cluster_key,
        link.code
    FROM shared
    INNER JOIN cluster_members AS member ON shared.cluster_key = member.cluster_key
    INNER JOIN hreflang_links AS link
        ON member.url_key = link.url_key AND shared.code = link.code
    GROUP BY member.cluster_key, link.url_key, link.code
    HAVING MIN(link.alternate_key) <> MAX(link.alternate_key)
)

SELECT
    shared.cluster,
    shared.cluster_key,
    shared.code,
    shared.urls,
    shared.first_url,
    shared.last_url
FROM shared
WHERE
    NOT EXISTS (
        SELECT 1
        FROM double
        WHERE double.cluster_key = shared.cluster_key AND double.code = shared.code
    )

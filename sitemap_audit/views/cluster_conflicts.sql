/*
One row per cluster and code that several of its members have, each of them in order and in a mutual
pair. URLs that differ by a usual slip, and a page that itself gives a code to several URLs, are
other checks' matter.
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

/*
---
row: url
rests_on: others
unread: annotations
---
One row per indexable page with one x-default that is in a mutual pair of a cluster. `usual`: the
x-default of most members of the cluster, the first in URL order if several are equal; `agreeing`:
how many of the `members` have it; `usual_fault`: as in indexability. `unknown`: members of the
cluster that were not checked.
*/
WITH unread AS (
    SELECT
        cluster_key,
        COUNT(*) AS members
    FROM cluster_members
    WHERE stands IS NULL
    GROUP BY cluster_key
),

named AS (
    SELECT
        member.cluster,
        member.cluster_key,
        member.url,
        member.url_key,
        MIN(link.alternate_key) AS x_default_key
    FROM hreflang_links AS link
    INNER JOIN cluster_members AS member ON link.url_key = member.url_key
    WHERE link.code = 'x-default' AND member.partners > 0 AND member.stands
    GROUP BY member.cluster, member.cluster_key, member.url, member.url_key
    HAVING MIN(link.alternate_key) = MAX(link.alternate_key)
),

counted AS (
    SELECT
        cluster_key,
        x_default_key,
        COUNT(*) AS agreeing
    FROM named
    GROUP BY cluster_key, x_default_key
),

votes AS (
    SELECT
        counted.cluster_key,
        counted.x_default_key,
        counted.agreeing,
        alternate.url AS x_default
    FROM counted
    INNER JOIN hreflang_urls AS alternate ON counted.x_default_key = alternate.url_key
),

ranked AS (
    SELECT
        cluster_key,
        x_default_key,
        x_default,
        agreeing,
        SUM(agreeing) OVER (PARTITION BY cluster_key) AS members,
        ROW_NUMBER() OVER (
            PARTITION BY cluster_key ORDER BY agreeing DESC, x_default ASC
        ) AS place
    FROM votes
)

SELECT
    named.cluster,
    named.cluster_key,
    named.url,
    named.url_key,
    alternate.url AS x_default,
    named.x_default_key,
    ranked.x_default AS usual,
    ranked.x_default_key AS usual_key,
    page.fault AS usual_fault,
    ranked.agreeing,
    ranked.members,
    COALESCE(unread.members, 0) AS "unknown"
FROM named
INNER JOIN ranked ON named.cluster_key = ranked.cluster_key
INNER JOIN hreflang_urls AS alternate ON named.x_default_key = alternate.url_key
LEFT JOIN indexability AS page ON ranked.x_default_key = page.url_key
LEFT JOIN unread ON named.cluster_key = unread.cluster_key
WHERE ranked.place = 1

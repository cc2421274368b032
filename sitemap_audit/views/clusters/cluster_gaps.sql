/*
---
row: url
rests_on: others
---
One row per page and code of its cluster that the page does not annotate, although another member
has it. Only indexable pages in a mutual pair of the cluster are included. If that member annotates
the page, its return link is missing instead.
*/
WITH core AS (
    SELECT
        cluster,
        cluster_key,
        url,
        url_key,
        code,
        partners
    FROM cluster_members
    WHERE partners > 0 AND stands
),

codes AS (
    SELECT
        cluster_key,
        code,
        MIN(url) AS wanted
    FROM core
    GROUP BY cluster_key, code
),

sizes AS (
    SELECT
        cluster_key,
        COUNT(*) AS members
    FROM core
    GROUP BY cluster_key
),

candidates AS (
    SELECT
        core.cluster,
        core.cluster_key,
        core.url,
        core.url_key,
        core.code
    FROM core
    INNER JOIN sizes ON core.cluster_key = sizes.cluster_key
    WHERE core.partners < sizes.members - 1
),

used AS (
    SELECT DISTINCT
        link.url_key,
        link.code
    FROM hreflang_links AS link
    INNER JOIN candidates ON link.url_key = candidates.url_key
    UNION
    SELECT
        candidates.url_key,
        namer.code
    FROM candidates
    INNER JOIN hreflang_links AS link ON candidates.url_key = link.alternate_key
    INNER JOIN core AS namer ON link.url_key = namer.url_key
    WHERE link.code <> 'x-default'
)

SELECT
    candidates.cluster,
    candidates.cluster_key,
    candidates.url,
    candidates.url_key,
    codes.code,
    codes.wanted
FROM candidates
INNER JOIN codes
    ON candidates.cluster_key = codes.cluster_key AND candidates.code <> codes.code
LEFT JOIN used ON candidates.url_key = used.url_key AND codes.code = used.code
LEFT JOIN hreflang_void_links AS void ON candidates.url_key = void.url_key
WHERE used.url_key IS NULL AND void.url_key IS NULL

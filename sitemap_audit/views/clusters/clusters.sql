/*
---
row: cluster
rests_on: others
---
One row per hreflang cluster: pages that are alternates of one another.

`codes`: in alphabetical order. `faulty`: members that are not indexable; `unknown`: members that
were not checked. `missing_returns` and `unknown_returns`: links between two indexable members whose
return link is missing or was not checked. `conflicts`: codes that several members have. `bridges`:
links into other clusters. `gaps`: codes that members do not annotate. `is_complete`: each member
annotates all others; NULL if not checked.

`state`: error (a conflict, a bridge, a missing return link or a faulty member) | problem (a gap, or
members with different x-defaults) | uncertain (something was not checked) | ok.
*/
WITH sizes AS (
    SELECT
        cluster,
        cluster_key,
        component,
        COUNT(*) AS members,
        SUM(CASE WHEN listed THEN 1 ELSE 0 END) AS listed,
        SUM(CASE WHEN NOT stands THEN 1 ELSE 0 END) AS faulty,
        SUM(CASE WHEN stands IS NULL THEN 1 ELSE 0 END) AS unread
    FROM cluster_members
    GROUP BY cluster, cluster_key, component
),

named AS (
    SELECT DISTINCT
        cluster_key,
        code
    FROM cluster_members
),

codes AS (
    SELECT
        cluster_key,
        COUNT(*) AS locales,
        STRING_AGG(code, ', ' ORDER BY code) AS codes
    FROM named
    GROUP BY cluster_key
),

doubtful AS (
    SELECT
        url_key,
        SUM(CASE WHEN NOT has_return THEN 1 ELSE 0 END) AS missing_returns,
        SUM(CASE WHEN has_return IS NULL THEN 1 ELSE 0 END) AS unknown_returns
    FROM hreflang_pairs
    WHERE
        has_return IS DISTINCT FROM TRUE
        AND source_fault IS NULL
        AND target_fault IS NULL
        AND code <> 'x-default'
    GROUP BY url_key
),

returns AS (
    SELECT
        member.cluster_key,
        SUM(doubtful.missing_returns) AS missing_returns,
        SUM(doubtful.unknown_returns) AS unknown_returns
    FROM doubtful
    INNER JOIN cluster_members AS member ON doubtful.url_key = member.url_key
    GROUP BY member.cluster_key
),

conflicts AS (
    SELECT
        cluster_key,
        COUNT(*) AS conflicts
    FROM cluster_conflicts
    GROUP BY cluster_key
),

bridges AS (
    SELECT
        cluster_key,
        COUNT(*) AS bridges
    FROM cluster_bridges
    GROUP BY cluster_key
),

gaps AS (
    SELECT
        cluster_key,
        COUNT(*) AS gaps
    FROM cluster_gaps
    GROUP BY cluster_key
),

defaults AS (
    SELECT DISTINCT cluster_key
    FROM cluster_defaults
    WHERE x_default_key <> usual_key
),

facts AS (
    SELECT
        sizes.cluster,
        sizes.cluster_key,
        sizes.component,
        sizes.members,
        sizes.listed,
        codes.locales,
        codes.codes,
        sizes.faulty,
        sizes.unread AS "unknown",
        COALESCE(returns.missing_returns, 0) AS missing_returns,
        COALESCE(returns.unknown_returns, 0) AS unknown_returns,
        COALESCE(conflicts.conflicts, 0) AS conflicts,
        COALESCE(bridges.bridges, 0) AS bridges,
        COALESCE(gaps.gaps, 0) AS gaps,
        defaults.cluster_key IS NOT NULL AS defaults_differ
    FROM sizes
    INNER JOIN codes ON sizes.cluster_key = codes.cluster_key
    LEFT JOIN returns ON sizes.cluster_key = returns.cluster_key
    LEFT JOIN conflicts ON sizes.cluster_key = conflicts.cluster_key
    LEFT JOIN bridges ON sizes.cluster_key = bridges.cluster_key
    LEFT JOIN gaps ON sizes.cluster_key = gaps.cluster_key
    LEFT JOIN defaults ON sizes.cluster_key = defaults.cluster_key
)

SELECT
    cluster,
    cluster_key,
    component,
    members,
    listed,
    locales,
    codes,
    CASE
        WHEN conflicts + bridges + missing_returns + faulty > 0 THEN 'error'
        WHEN gaps > 0 OR defaults_differ THEN 'problem'
        WHEN "unknown" + unknown_returns > 0 THEN 'uncertain'
        ELSE 'ok'
    END AS state,
    CASE
        WHEN missing_returns + gaps + faulty > 0 THEN FALSE
        WHEN "unknown" + unknown_returns = 0 THEN TRUE
    END AS is_complete,
    faulty,
    "unknown",
    missing_returns,
    unknown_returns,
    conflicts,
    bridges,
    gaps,
    defaults_differ
FROM facts

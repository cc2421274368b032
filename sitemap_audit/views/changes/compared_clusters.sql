/*
---
row: cluster
rests_on: others
---
One row per hreflang cluster of the previous audit (`side` before) or of this one (now) with two or
more URLs that both audits list and got with content. `parts`: clusters of the other audit that hold
two or more of these `urls`; several are a split or a merger. `first_part`, `last_part`: the first
URLs of the first and the last of them. `as_parts`, `as_one`: the several clusters and the one, in
words. `unknown_reason`: a URL of the cluster was not checked in
the other audit, so that annotations may be missing; NULL where there are no several parts.
*/
WITH pairs AS (
    SELECT
        previous_cluster,
        cluster,
        COUNT(*) AS urls,
        MIN(url) AS url
    FROM compared_urls
    WHERE
        is_in_both
        AND have_content
        AND unknown_reason IS NULL
        AND cluster IS NOT NULL
        AND previous_cluster IS NOT NULL
    GROUP BY previous_cluster, cluster
    HAVING COUNT(*) > 1
),

clusters_of_both AS (
    SELECT
        'before' AS side,
        previous_cluster AS cluster,
        COUNT(*) AS parts,
        SUM(urls) AS urls,
        MIN(url) AS first_part,
        MAX(url) AS last_part
    FROM pairs
    GROUP BY previous_cluster
    UNION ALL
    SELECT
        'now' AS side,
        cluster,
        COUNT(*) AS parts,
        SUM(urls) AS urls,
        MIN(url) AS first_part,
        MAX(url) AS last_part
    FROM pairs
    GROUP BY cluster
),

unknowns AS (
    SELECT
        'before' AS side,
        sides.cluster,
        MIN(COALESCE(now.unknown_reason, 'sitemap-not-read')) AS reason
    FROM clusters_of_both AS sides
    INNER JOIN previous_urls AS old ON sides.cluster = old.cluster
    LEFT JOIN moved_urls AS moved ON old.url_key = moved.previous_key
    INNER JOIN url_states AS now ON COALESCE(moved.url_key, old.url_key) = now.url_key
    WHERE
        sides.side = 'before'
        AND sides.parts > 1
        AND (now.unknown_reason IS NOT NULL OR now.page_id IS NULL OR NOT now.entry_known)
    GROUP BY sides.cluster
    UNION ALL
    SELECT
        'now' AS side,
        sides.cluster,
        MIN(CONCAT(COALESCE(old.unknown_reason, 'sitemap-not-read'), '-before')) AS reason
    FROM clusters_of_both AS sides
    INNER JOIN url_states AS now ON sides.cluster = now.cluster
    LEFT JOIN moved_urls AS moved ON now.url_key = moved.url_key
    INNER JOIN previous_urls AS old ON COALESCE(moved.previous_key, now.url_key) = old.url_key
    WHERE
        sides.side = 'now'
        AND sides.parts > 1
        AND (old.unknown_reason IS NOT NULL OR old.page_id IS NULL OR NOT old.entry_known)
    GROUP BY sides.cluster
)

SELECT
    sides.side,
    sides.cluster,
    sides.parts,
    sides.urls,
    sides.first_part,
    sides.last_part,
    CONCAT(
        FORMAT_NUMBER(sides.parts, 0),
        ' clusters, the first with ',
        sides.first_part,
        ', the last with ',
        sides.last_part
    ) AS as_parts,
    CONCAT('1 cluster of ', FORMAT_NUMBER(sides.urls, 0), ' URLs') AS as_one,
    CASE
        WHEN sides.parts > 1
            THEN COALESCE(unknowns.reason, audits.unread, audits.previous_unread)
    END AS unknown_reason
FROM clusters_of_both AS sides
LEFT JOIN unknowns ON sides.side = unknowns.side AND sides.cluster = unknowns.cluster
CROSS JOIN compared_audits AS audits

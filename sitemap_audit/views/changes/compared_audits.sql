/*
---
row: audit
rests_on: others
---
One row if there is a previous audit. `unread`, `previous_unread`: why the URLs that the sitemaps of
this audit and of the previous one list are not all known: stopped (the audit was), sitemap-not-read
(a declared one, or one that another audit read), or robots-not-read (of an origin that has
sitemaps in another audit); those of the previous audit end with `-before`. NULL if all are known.
`can_confirm`: there is a complete audit between the two, and all URLs that it lists are known.
*/
WITH fetched AS (
    SELECT
        'now' AS side,
        url,
        found_by,
        kind,
        status,
        error,
        complete,
        entries,
        children
    FROM sitemaps
    UNION ALL
    SELECT
        'before' AS side,
        url,
        found_by,
        kind,
        status,
        error,
        complete,
        entries,
        children
    FROM previous_sitemaps
    UNION ALL
    SELECT
        'between' AS side,
        url,
        found_by,
        kind,
        status,
        error,
        complete,
        entries,
        children
    FROM between_sitemaps
),

files AS (
    SELECT
        fetched.side,
        fetched.url,
        fetched.found_by,
        CONCAT(SPLIT_PART(fetched.url, '/', 1), '//', SPLIT_PART(fetched.url, '/', 3)) AS origin,
        fetched.entries + fetched.children > 0 AS has_entries,
        (fetched.error IS NOT NULL AND COALESCE(code.meaning, '') <> 'redirect')
        OR COALESCE(code.meaning NOT IN ('content', 'redirect', 'missing', 'client-error'), FALSE)
        OR (
            COALESCE(code.meaning, 'content') = 'content'
            AND NOT fetched.complete
            AND COALESCE(fetched.kind, '') <> 'html'
        ) AS is_unread
    FROM fetched
    LEFT JOIN status_codes AS code ON fetched.status = code.status
),

unread_files AS (
    SELECT
        COUNT(CASE WHEN file.side = 'now' THEN 1 END) AS now,
        COUNT(CASE WHEN file.side = 'before' THEN 1 END) AS before,
        COUNT(CASE WHEN file.side = 'between' THEN 1 END) AS between_them
    FROM files AS file
    LEFT JOIN files AS other
        ON file.url = other.url AND file.side <> other.side AND other.has_entries
    WHERE
        file.found_by = 'list'
        OR (file.is_unread AND (file.found_by <> 'guess' OR other.url IS NOT NULL))
),

fetched_robots AS (
    SELECT
        'now' AS side,
        origin,
        sitemaps,
        policy,
        status
    FROM robots
    UNION ALL
    SELECT
        'before' AS side,
        origin,
        sitemaps,
        policy,
        status
    FROM previous_robots
    UNION ALL
    SELECT
        'between' AS side,
        origin,
        sitemaps,
        policy,
        status
    FROM between_robots
),

robots_files AS (
    SELECT
        fetched.side,
        fetched.origin,
        fetched.sitemaps > 0 AS has_sitemaps,
        fetched.policy = 'disallow-all'
        OR code.meaning IN ('login', 'forbidden', 'refused', 'network') AS is_unread
    FROM fetched_robots AS fetched
    LEFT JOIN status_codes AS code ON fetched.status = code.status
),

with_sitemaps AS (
    SELECT
        side,
        origin
    FROM files
    WHERE has_entries
    UNION
    SELECT
        side,
        origin
    FROM robots_files
    WHERE has_sitemaps
),

unread_robots AS (
    SELECT
        COUNT(CASE WHEN file.side = 'now' THEN 1 END) AS now,
        COUNT(CASE WHEN file.side = 'before' THEN 1 END) AS before,
        COUNT(CASE WHEN file.side = 'between' THEN 1 END) AS between_them
    FROM robots_files AS file
    INNER JOIN with_sitemaps AS other
        ON file.origin = other.origin AND file.side <> other.side
    WHERE file.is_unread
),

declared AS (
    SELECT COUNT(*) AS unread FROM unread_sitemaps
)

SELECT
    CASE
        WHEN COALESCE(run.reason, '') <> 'finished' THEN 'stopped'
        WHEN declared.unread + unread_files.now > 0 THEN 'sitemap-not-read'
        WHEN unread_robots.now > 0 THEN 'robots-not-read'
    END AS unread,
    CASE
        WHEN unread_files.before > 0 THEN 'sitemap-not-read-before'
        WHEN unread_robots.before > 0 THEN 'robots-not-read-before'
    END AS previous_unread,
    previous_run.has_between
    AND unread_files.between_them = 0
    AND unread_robots.between_them = 0 AS can_confirm
FROM previous_run
CROSS JOIN run
CROSS JOIN declared
CROSS JOIN unread_files
CROSS JOIN unread_robots

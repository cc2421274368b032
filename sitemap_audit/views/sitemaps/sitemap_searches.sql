/*
---
row: host
rests_on: others
---
One row per origin where sitemaps were looked for at common URLs, because neither robots.txt nor a
link on the homepage declares one.

`tried`: number of URLs; `found`: those that are a sitemap or redirect to one; `open_ends`: those
that were not checked (no response, a server error, a refusal, a login), and the robots.txt, if it
was refused to the audit, or is not in the folder that is read instead of the site
(`is_robots_unread`): it may declare a sitemap.
*/
WITH RECURSIVE trail AS (
    SELECT
        url AS start,
        url_key,
        redirect_key,
        0 AS hops
    FROM sitemaps
    WHERE found_by = 'guess' AND url NOT IN (SELECT login_pages.url FROM login_pages)
    UNION ALL
    SELECT
        trail.start,
        sitemaps.url_key,
        sitemaps.redirect_key,
        trail.hops + 1 AS hops
    FROM trail
    INNER JOIN sitemaps ON trail.redirect_key = sitemaps.url_key
    WHERE trail.hops < 25
),

results AS (
    SELECT
        trail.start,
        MAX(
            CASE
                WHEN states.state = 'ok' AND states.kind NOT IN ('html', 'empty', 'unknown') THEN 1
                ELSE 0
            END
        ) AS is_found,
        MAX(
            CASE
                WHEN
                    states.state
                    IN ('login', 'refused', 'server-error', 'unreachable', 'unknown')
                    OR walled.url IS NOT NULL
                    THEN 1
                ELSE 0
            END
        ) AS is_open
    FROM trail
    INNER JOIN sitemap_states AS states ON trail.url_key = states.url_key
    LEFT JOIN behind_login AS walled ON states.url = walled.url AND walled.kind = 'sitemap'
    GROUP BY trail.start
),

named AS (
    SELECT origin
    FROM robots_lines
    WHERE field = 'sitemap' AND url_key IS NOT NULL
    UNION
    SELECT CONCAT(SPLIT_PART(found_in, '/', 1), '//', SPLIT_PART(found_in, '/', 3)) AS origin
    FROM sitemaps
    WHERE found_by = 'link'
),

searches AS (
    SELECT
        CONCAT(SPLIT_PART(start, '/', 1), '//', SPLIT_PART(start, '/', 3)) AS origin,
        COUNT(*) AS tried,
        SUM(is_found) AS found,
        SUM(is_open) AS open_ends
    FROM results
    GROUP BY SPLIT_PART(start, '/', 1), SPLIT_PART(start, '/', 3)
)

SELECT
    searches.origin,
    searches.tried,
    searches.found,
    searches.open_ends
    + CASE WHEN code.status IS NOT NULL OR robots.error = 'hosting' THEN 1 ELSE 0 END
        AS open_ends,
    code.status IS NOT NULL OR COALESCE(robots.error, '') = 'hosting' AS is_robots_unread
FROM searches
LEFT JOIN robots ON searches.origin = robots.origin
LEFT JOIN status_codes AS code
    ON
        robots.status = code.status
        AND code.meaning IN ('login', 'forbidden', 'refused', 'network', 'throttled')
WHERE searches.origin NOT IN (SELECT named.origin FROM named)

/*
---
row: file
rests_on: named
---
One row per redirecting sitemap that is the first of its redirect chain, with the final URL.

`outcome`: ok | loop | too-long (more redirects than the audit follows) | invalid (a redirect
without a valid Location) | unknown (the final URL was not requested). `new_url`: the final URL if
it is a sitemap that no robots.txt and no index lists: the URL to list instead. `listed_url`: the
final URL if it is a sitemap that one of them lists. `is_no_sitemap`: the final URL is known to be no
sitemap, and only redirects lead to it: it has a finding of its own.
*/
WITH RECURSIVE redirects AS (
    SELECT
        url,
        url_key,
        found_by,
        found_in,
        redirect_url,
        redirect_key
    FROM sitemaps
    WHERE status IN (301, 302, 303, 307, 308)
),

starts AS (
    SELECT
        redirects.url,
        redirects.url_key,
        redirects.found_by,
        redirects.found_in
    FROM redirects
    WHERE
        redirects.found_by <> 'redirect'
        OR redirects.url_key NOT IN (
            SELECT earlier.redirect_key FROM redirects AS earlier
            WHERE earlier.redirect_key IS NOT NULL
        )
),

trail AS (
    SELECT
        url_key AS start_key,
        url_key,
        0 AS hops
    FROM starts
    UNION ALL
    SELECT
        trail.start_key,
        redirects.redirect_key AS url_key,
        trail.hops + 1 AS hops
    FROM trail
    INNER JOIN redirects ON trail.url_key = redirects.url_key
    WHERE redirects.redirect_key IS NOT NULL AND trail.hops < 25
),

ends AS (
    SELECT
        start_key,
        MAX(hops) AS hops,
        COUNT(DISTINCT url_key) AS places
    FROM trail
    GROUP BY start_key
),

last_places AS (
    SELECT
        ends.start_key,
        ends.hops,
        ends.places,
        trail.url_key
    FROM ends
    INNER JOIN trail ON ends.start_key = trail.start_key AND ends.hops = trail.hops
)

SELECT
    starts.url,
    starts.url_key,
    starts.found_by,
    starts.found_in,
    last_places.hops,
    final.url AS final_url,
    final.location AS final_location,
    final.status AS final_status,
    final.kind AS final_kind,
    CASE
        WHEN last_places.places <= last_places.hops THEN 'loop'
        WHEN last_places.hops > 20 THEN 'too-long'
        WHEN final.url_key IS NULL THEN 'unknown'
        WHEN final.status IN (301, 302, 303, 307, 308) AND final.redirect_url IS NULL
            THEN 'invalid'
        ELSE 'ok'
    END AS outcome,
    CASE
        WHEN
            last_places.places > last_places.hops
            AND last_places.hops <= 20
            AND final.state = 'ok'
            AND final.kind NOT IN ('html', 'empty', 'unknown')
            AND final.found_by NOT IN ('robots', 'index')
            THEN final.url
    END AS new_url,
    CASE
        WHEN
            last_places.places > last_places.hops
            AND final.state = 'ok'
            AND final.kind NOT IN ('html', 'empty', 'unknown')
            AND final.found_by IN ('robots', 'index')
            THEN final.url
    END AS listed_url,
    COALESCE(
        final.found_by = 'redirect'
        AND (
            final.state = 'client-error'
            OR (final.state = 'ok' AND final.kind IN ('html', 'empty', 'unknown'))
        ),
        FALSE
    ) AS is_no_sitemap
FROM starts
INNER JOIN last_places ON starts.url_key = last_places.start_key
LEFT JOIN sitemap_states AS final ON last_places.url_key = final.url_key

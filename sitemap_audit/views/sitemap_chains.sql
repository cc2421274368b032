/*
One row per redirecting sitemap that is the first of its redirect chain, with the final URL.

`outcome`: ok | loop | too-long (more redirects than the audit follows) | invalid (a redirect
without a valid Location) | unknown (the final URL was not requested). `new_url`: the final URL if
it is a sitemap that only redirects point to: the URL to list instead.
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
    sitemaps.url AS final_url,
    sitemaps.location AS final_location,
    sitemaps.status AS final_status,
    CASE
        WHEN last_places.places <= last_places.hops THEN 'loop'
        WHEN last_places.hops > 20 THEN 'too-long'
        WHEN sitemaps.url_key IS NULL THEN 'unknown'
        WHEN sitemaps.status IN (301, 302, 303, 307, 308) AND sitemaps.redirect_key IS NULL
            THEN 'invalid'
        ELSE 'ok'
    END AS outcome,
    CASE
        WHEN
            last_places.places > last_places.hops
            AND last_places.hops <= 20
            AND sitemaps.status = 200
            AND sitemaps.found_by = 'redirect'
            AND sitemaps.kind NOT IN ('html', 'empty', 'unknown')
            THEN sitemaps.url
    END AS new_url
FROM starts
INNER JOIN last_places ON starts.url_key = last_places.start_key
LEFT JOIN sitemaps ON last_places.url_key = sitemaps.url_key

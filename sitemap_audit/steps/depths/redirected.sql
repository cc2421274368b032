/*
One row per URL that a redirect leads to from those of a depth, and that was not reached yet.
*/
WITH reached AS (
    SELECT
        url_key,
        depth,
        referrer_key
    FROM link_depths
    WHERE depth = $depth
),

led AS (
    SELECT
        link_hops.target_key AS url_key,
        MIN(reached.depth) AS depth,
        MIN(reached.referrer_key) AS referrer_key
    FROM reached
    INNER JOIN link_hops ON reached.url_key = link_hops.url_key
    GROUP BY link_hops.target_key
)

SELECT
    led.url_key,
    led.depth,
    led.referrer_key
FROM led
LEFT JOIN link_depths AS known ON led.url_key = known.url_key
WHERE known.url_key IS NULL

/*
One row per URL that a redirect leads to from those some redirects away, and the linked URL.
*/
WITH arrivals AS (
    SELECT
        url_key,
        linked_key,
        hops
    FROM link_arrivals
    WHERE hops = $hops
)

SELECT DISTINCT
    link_hops.target_key AS url_key,
    arrivals.linked_key,
    arrivals.hops + 1 AS hops
FROM arrivals
INNER JOIN link_hops ON arrivals.url_key = link_hops.url_key
WHERE link_hops.target_key <> arrivals.linked_key

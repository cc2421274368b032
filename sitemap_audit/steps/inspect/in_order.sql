/*
One row per URL to inspect, in order.
*/
SELECT
    url,
    loc
FROM chosen
ORDER BY number

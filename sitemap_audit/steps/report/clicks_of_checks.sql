/*
One row per check with the clicks of the URLs that it finds, where some are known.
*/
WITH affected AS (
    SELECT DISTINCT
        "check",
        url
    FROM reported_findings
    WHERE root_id IS NULL AND url IS NOT NULL AND unit <> 'host'
)

SELECT
    affected."check",
    SUM(search.clicks) AS clicks
FROM affected
INNER JOIN search_urls AS search ON affected.url = search.url
WHERE search.clicks IS NOT NULL
GROUP BY affected."check"
UNION ALL
SELECT
    "check",
    SUM(clicks) AS clicks
FROM causes
WHERE unit = 'host' AND clicks IS NOT NULL
GROUP BY "check"

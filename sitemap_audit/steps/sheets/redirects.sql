/*
One row per URL that redirects: those with a fault first, in the order of their URLs.
*/
WITH chosen AS (
    SELECT
        url,
        listed,
        statuses,
        next_url,
        hops,
        final_url,
        final_status,
        outcome
    FROM redirect_chains
    ORDER BY CASE outcome WHEN 'ok' THEN 3 WHEN 'unknown' THEN 2 ELSE 1 END, url
    LIMIT $rows
)

SELECT
    url,
    CASE WHEN listed THEN 'yes' ELSE 'no' END AS in_sitemap,
    statuses,
    next_url,
    hops,
    final_url,
    final_status,
    CASE outcome WHEN 'unknown' THEN 'not checked' ELSE outcome END
        AS outcome_told
FROM chosen
ORDER BY url

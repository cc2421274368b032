/*
One row per page that returns a redirect, with its redirect chain and final URL.

`outcome`: ok | broken (ends in an error or without a response) | loop | too-long (no end after 20
redirects) | invalid (a redirect without a valid Location) | unknown (the final URL was not
checked). `statuses`: of every redirect. `has_downgrade`: a redirect from https to http. The chain
is followed until it ends, returns to its first URL, or has 20 redirects; a loop further on is
reported for the page where it begins.
*/
WITH RECURSIVE chains AS (
    SELECT
        url_key,
        1 AS hops,
        url_key AS last_key,
        redirect_key AS target_key,
        redirect_url AS target_url,
        CAST(status AS VARCHAR) AS statuses,
        status IN (302, 303, 307) AS has_temporary,
        url LIKE 'https:%' AND redirect_url LIKE 'http:%' AS has_downgrade
    FROM page_states
    WHERE state = 'redirect'
    UNION ALL
    SELECT
        chains.url_key,
        chains.hops + 1 AS hops,
        page_states.url_key AS last_key,
        page_states.redirect_key AS target_key,
        page_states.redirect_url AS target_url,
        chains.statuses || ', ' || CAST(page_states.status AS VARCHAR) AS statuses,
        chains.has_temporary OR page_states.status IN (302, 303, 307) AS has_temporary,
        chains.has_downgrade
        OR (
            page_states.url LIKE 'https:%' AND page_states.redirect_url LIKE 'http:%'
        ) AS has_downgrade
    FROM chains
    INNER JOIN page_states ON chains.target_key = page_states.url_key
    WHERE
        page_states.state = 'redirect'
        AND chains.target_key <> chains.url_key
        AND chains.hops < 20
),

lengths AS (
    SELECT
        url_key,
        MAX(hops) AS hops
    FROM chains
    GROUP BY url_key
),

looping AS (
    SELECT DISTINCT url_key FROM chains
    WHERE target_key = url_key
)

SELECT
    first.url,
    first.url_key,
    first.listed,
    first.status AS first_status,
    first.site AS first_site,
    first.redirect_url AS next_url,
    chains.hops,
    chains.target_url AS final_url,
    chains.target_key AS final_key,
    final.status AS final_status,
    final.error AS final_error,
    final.site AS final_site,
    CASE
        WHEN chains.target_key IS NULL THEN 'invalid'
        WHEN looping.url_key IS NOT NULL THEN 'loop'
        WHEN final.state = 'redirect' THEN 'too-long'
        WHEN final.state IN ('client-error', 'server-error', 'no-response') THEN 'broken'
        WHEN final.state = 'ok' THEN 'ok'
        ELSE 'unknown'
    END AS outcome,
    chains.statuses,
    chains.has_temporary,
    chains.has_downgrade
FROM chains
INNER JOIN lengths ON chains.url_key = lengths.url_key AND chains.hops = lengths.hops
INNER JOIN page_states AS first ON chains.url_key = first.url_key
LEFT JOIN page_states AS final ON chains.target_key = final.url_key
LEFT JOIN looping ON chains.last_key = looping.url_key

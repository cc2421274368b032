/*
---
row: url
rests_on: named
unread: redirects
---
One row per page that returns a redirect, with its redirect chain and final URL.

`outcome`: ok | broken (ends in an error or without a response) | loop | too-long (no end after 20
redirects) | invalid (a redirect without a valid Location) | unknown (the final URL was not
checked). `statuses`: of every redirect. `has_downgrade`: a redirect from https to http. A redirect
to another spelling of the same URL (percent-escapes) ends at the same key; `final_url` is the last
spelling. The chain is followed until it ends, returns to its first URL, or has 20 redirects; a loop
further on is reported for the page where it begins.
*/
WITH RECURSIVE redirects AS (
    SELECT
        url_key,
        redirect_key AS target_key,
        redirect_url AS target_url,
        CONCAT_WS(', ', respelled_by, CAST(status AS VARCHAR)) AS statuses,
        url LIKE 'https:%' AND redirect_url LIKE 'http:%' AS has_downgrade,
        FALSE AS is_end
    FROM page_states
    WHERE state = 'redirect'
    UNION ALL
    SELECT
        url_key,
        url_key AS target_key,
        served_url AS target_url,
        respelled_by AS statuses,
        FALSE AS has_downgrade,
        TRUE AS is_end
    FROM page_states
    WHERE state <> 'redirect' AND respelled_by IS NOT NULL
),

steps AS (
    SELECT
        url_key,
        target_key,
        target_url,
        statuses,
        1 + LENGTH(statuses) - LENGTH(REPLACE(statuses, ',', '')) AS hops,
        REGEXP_MATCHES(statuses, '30[237]') AS has_temporary,
        has_downgrade,
        is_end
    FROM redirects
),

chains AS (
    SELECT
        url_key,
        hops,
        url_key AS last_key,
        target_key,
        target_url,
        statuses,
        has_temporary,
        has_downgrade,
        is_end
    FROM steps
    UNION ALL
    SELECT
        chains.url_key,
        chains.hops + steps.hops AS hops,
        steps.url_key AS last_key,
        steps.target_key,
        steps.target_url,
        chains.statuses || ', ' || steps.statuses AS statuses,
        chains.has_temporary OR steps.has_temporary AS has_temporary,
        chains.has_downgrade OR steps.has_downgrade AS has_downgrade,
        steps.is_end
    FROM chains
    INNER JOIN steps ON chains.target_key = steps.url_key
    WHERE
        NOT chains.is_end
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
    WHERE target_key = url_key AND NOT is_end
)

SELECT
    first.url,
    first.url_key,
    first.listed,
    CAST(NULLIF(REGEXP_EXTRACT(chains.statuses, '^[0-9]{3}'), '') AS BIGINT) AS first_status,
    first.site AS first_site,
    CASE WHEN first.respelled_by IS NULL THEN first.redirect_url ELSE first.served_url END
        AS next_url,
    chains.hops,
    COALESCE(final.served_url, chains.target_url) AS final_url,
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

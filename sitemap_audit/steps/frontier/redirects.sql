/*
One row per page that redirects, in the order in which they were fetched, with the redirects that led
to it and its depth in the link crawl, which a redirect hands on.
*/
WITH RECURSIVE redirecting AS (
    SELECT
        id,
        url,
        url_key,
        requested,
        role,
        location,
        redirect_url,
        redirect_key,
        $most AS most_hops
    FROM pages
    WHERE redirect_url IS NOT NULL AND redirect_key IS NOT NULL
),

chains AS (
    SELECT
        redirecting.url_key,
        redirecting.redirect_key,
        0 AS hops,
        COALESCE(link_targets.depth, 0) AS depth
    FROM redirecting
    LEFT JOIN link_targets
        ON redirecting.role = 'linked' AND redirecting.url_key = link_targets.url_key
    WHERE redirecting.role <> 'redirect'
    UNION
    SELECT
        redirecting.url_key,
        redirecting.redirect_key,
        chains.hops + 1 AS hops,
        chains.depth
    FROM chains
    INNER JOIN redirecting ON chains.redirect_key = redirecting.url_key
    WHERE redirecting.role = 'redirect' AND chains.hops < redirecting.most_hops
),

shortest AS (
    SELECT
        url_key,
        MIN(hops) AS hops,
        MIN(depth) AS depth
    FROM chains
    GROUP BY url_key
)

SELECT
    redirecting.url,
    redirecting.url_key,
    redirecting.requested,
    redirecting.role,
    COALESCE(shortest.hops, 1) AS hops,
    COALESCE(shortest.depth, 0) AS depth,
    redirecting.location,
    redirecting.redirect_url,
    redirecting.redirect_key
FROM redirecting
LEFT JOIN shortest ON redirecting.url_key = shortest.url_key
ORDER BY redirecting.id

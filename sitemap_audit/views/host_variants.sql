/*
One row per listed page whose host is its sitemap's but for the port or a dot at the end. `kind`:
trailing-dot (also where the port differs) | port. `plain`: the URL without the dot, or with the
scheme and port of the sitemap. `fix`: what to do with the entry; `action`: the same for programs
(remove, where `plain` is listed | replace), NULL where `plain` is not known to be indexable.
`has_proof`: as in off_host_entries.
*/
WITH parts AS (
    SELECT
        url,
        sitemap_url,
        line,
        has_proof,
        SPLIT_PART(url, '/', 3) AS host,
        REGEXP_REPLACE(SPLIT_PART(url, '/', 3), '[.]?(:[0-9]+)?$', '') AS host_name,
        REGEXP_EXTRACT(SPLIT_PART(url, '/', 3), ':[0-9]+$') AS port,
        REGEXP_EXTRACT(SPLIT_PART(sitemap_url, '/', 3), ':[0-9]+$') AS sitemap_port,
        REGEXP_REPLACE(url, '^https?://[^/]+', '') AS rest
    FROM off_host_entries
    WHERE is_same_name
),

variants AS (
    SELECT
        url,
        sitemap_url,
        line,
        has_proof,
        host,
        'trailing-dot' AS kind,
        CONCAT(SPLIT_PART(url, '/', 1), '//', host_name, port, rest) AS plain
    FROM parts
    WHERE REGEXP_MATCHES(host, '[.](:[0-9]+)?$')
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        has_proof,
        host,
        'port' AS kind,
        CONCAT(SPLIT_PART(sitemap_url, '/', 1), '//', host_name, sitemap_port, rest) AS plain
    FROM parts
    WHERE port <> sitemap_port AND NOT REGEXP_MATCHES(host, '[.](:[0-9]+)?$')
)

SELECT
    variants.url,
    variants.sitemap_url,
    variants.line,
    variants.host,
    variants.kind,
    variants.plain,
    CASE
        WHEN NOT COALESCE(pages.is_indexable, FALSE) AND listed.url_key IS NOT NULL
            THEN CONCAT(
                'If ',
                variants.plain,
                ' returns 200, remove this entry: ',
                variants.plain,
                ' is listed'
            )
        WHEN NOT COALESCE(pages.is_indexable, FALSE)
            THEN CONCAT('If ', variants.plain, ' returns 200, list it instead')
        WHEN listed.url_key IS NOT NULL
            THEN CONCAT('Remove from the sitemap: ', variants.plain, ' is listed')
        ELSE CONCAT('List ', variants.plain, ' instead')
    END AS fix,
    CASE
        WHEN NOT COALESCE(pages.is_indexable, FALSE) THEN NULL
        WHEN listed.url_key IS NOT NULL THEN 'remove'
        ELSE 'replace'
    END AS "action",
    variants.has_proof
FROM variants
LEFT JOIN listed ON variants.plain = listed.url
LEFT JOIN indexability AS pages ON variants.plain = pages.url

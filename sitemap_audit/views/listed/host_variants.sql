/*
---
row: url
rests_on: others
---
One row per listed URL whose host differs from its sitemap's only by the port or a trailing dot.
`kind`: trailing-dot (also if the port differs) | port. `plain`: the URL without the dot, or with
the scheme and port of the sitemap. `fix`, `action`: as in meant_urls; `action` is NULL if `plain` is
not known to be indexable. `has_proof`: as in off_host_entries.
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
    COALESCE(page.fix, CONCAT('Replace with ', variants.plain, ' if it returns 200')) AS fix,
    page.action,
    variants.has_proof
FROM variants
LEFT JOIN meant_urls AS page ON variants.plain = page.url

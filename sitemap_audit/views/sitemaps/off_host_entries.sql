/*
---
row: entry
rests_on: others
---
One row per listed page on another host than its sitemap; `www.` is ignored.

`is_same_name`: the hosts differ only in the port or a trailing dot. `is_staging`: its host looks
like a staging host, and the sitemap's host does not. `has_proof`: the robots.txt of its host lists
the sitemap, an index that lists it, or a URL that redirects to it. NULL if that robots.txt was not
read.
*/
WITH starts AS (
    SELECT
        origin,
        sitemap_key
    FROM named_sitemaps
    UNION
    SELECT
        named_sitemaps.origin,
        reached.to_key AS sitemap_key
    FROM named_sitemaps
    INNER JOIN sitemap_reach AS reached ON named_sitemaps.sitemap_key = reached.from_key
),

named AS (
    SELECT
        origin,
        sitemap_key
    FROM starts
    UNION
    SELECT
        starts.origin,
        sitemap_links.to_key AS sitemap_key
    FROM starts
    INNER JOIN sitemap_links ON starts.sitemap_key = sitemap_links.from_key
),

strangers AS (
    SELECT
        entries.sitemap_id,
        entries.sitemap_url,
        entries.position,
        entries.line,
        entries.url,
        sitemaps.url_key AS sitemap_key,
        SPLIT_PART(entries.url, '/', 3) AS host,
        staging_hosts.pattern AS staging,
        CONCAT(SPLIT_PART(entries.url, '/', 1), '//', SPLIT_PART(entries.url, '/', 3)) AS origin
    FROM entries
    INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
    CROSS JOIN staging_hosts
    WHERE
        entries.kind = 'url'
        AND REGEXP_REPLACE(SPLIT_PART(entries.url, '/', 3), '^www[.]', '')
        <> REGEXP_REPLACE(SPLIT_PART(entries.sitemap_url, '/', 3), '^www[.]', '')
)

SELECT
    strangers.sitemap_id,
    strangers.sitemap_url,
    strangers.position,
    strangers.line,
    strangers.url,
    strangers.origin,
    REGEXP_MATCHES(strangers.host, strangers.staging)
    AND NOT REGEXP_MATCHES(SPLIT_PART(strangers.sitemap_url, '/', 3), strangers.staging)
        AS is_staging,
    REGEXP_REPLACE(REGEXP_REPLACE(strangers.host, '[.]?(:[0-9]+)?$', ''), '^www[.]', '')
    = REGEXP_REPLACE(
        REGEXP_REPLACE(SPLIT_PART(strangers.sitemap_url, '/', 3), '[.]?(:[0-9]+)?$', ''),
        '^www[.]',
        ''
    ) AS is_same_name,
    CASE
        WHEN robots.origin IS NULL OR robots.policy = 'disallow-all' THEN NULL
        ELSE named.sitemap_key IS NOT NULL
    END AS has_proof
FROM strangers
LEFT JOIN robots ON strangers.origin = robots.origin
LEFT JOIN named
    ON strangers.origin = named.origin AND strangers.sitemap_key = named.sitemap_key

/*
One row per page whose effective canonical is its own URL with a mistake in it: the canonical is to
be corrected, whatever that URL returns. A site at an IP address or a name without a dot may have
a named development host as a mistake, a site on a staging host only such a local one.

`slip`: port (another port of the same host) | host-dot (a dot at the end of the host) | staging (a
staging or development host) | escaped-twice (`%2520`) | repeated (the query, the URL
or the first directory twice) | query-before-path | tracking (a tracking parameter added).
*/
WITH pairs AS (
    SELECT
        page.url,
        page.url_key,
        page.site,
        effective.canonical,
        REGEXP_MATCHES(page.url, '^https?://([0-9.]+|[^./]+)(:[0-9]+)?(/|$)') AS is_local,
        REGEXP_MATCHES(effective.canonical, '^https?://([0-9.]+|[^./]+)(:[0-9]+)?(/|$)')
            AS is_to_local,
        SPLIT_PART(page.url, '/', 3) AS host,
        SPLIT_PART(effective.canonical, '/', 3) AS other_host,
        REGEXP_REPLACE(page.url, '^https?://[^/]+', '') AS path,
        REGEXP_REPLACE(effective.canonical, '^https?://[^/]+', '') AS other_path,
        SPLIT_PART(page.url, '?', 1) AS bare,
        SUBSTRING(page.url, LENGTH(SPLIT_PART(page.url, '?', 1)) + 1) AS query
    FROM effective_canonicals AS effective
    INNER JOIN page_states AS page ON effective.url_key = page.url_key
    WHERE effective.canonical_key <> effective.url_key
),

names AS (
    SELECT
        pairs.url_key,
        pairs.path = pairs.other_path
        AND REGEXP_REPLACE(pairs.host, '^www[.]|(:[0-9]+)$', '', 'g')
        = REGEXP_REPLACE(pairs.other_host, '^www[.]|[.]?(:[0-9]+)?$', '', 'g') AS is_same,
        REGEXP_MATCHES(pairs.other_host, staging_hosts.pattern)
        AND pairs.host <> pairs.other_host
        AND (
            NOT REGEXP_MATCHES(pairs.host, staging_hosts.pattern)
            OR (pairs.is_to_local AND NOT pairs.is_local)
            OR (
                pairs.is_local
                AND NOT REGEXP_MATCHES(pairs.other_host, '^[0-9.]+(:[0-9]+)?$')
            )
        )
        AND (
            pairs.path = pairs.other_path
            OR (pairs.is_to_local AND NOT pairs.is_local)
            OR RIGHT(CONCAT('.', pairs.other_host), LENGTH(pairs.site) + 1)
            = CONCAT('.', pairs.site)
        ) AS is_staging
    FROM pairs
    CROSS JOIN staging_hosts
),

found AS (
    SELECT
        pairs.url_key,
        CASE
            WHEN
                names.is_same
                AND pairs.other_host LIKE '%:%'
                AND (
                    pairs.host NOT LIKE '%:%'
                    OR SPLIT_PART(pairs.url, ':', 1) = SPLIT_PART(pairs.canonical, ':', 1)
                )
                THEN 'port'
            WHEN names.is_same AND REGEXP_MATCHES(pairs.other_host, '[.]$') THEN 'host-dot'
            WHEN names.is_staging AND NOT names.is_same THEN 'staging'
            WHEN REPLACE(pairs.canonical, '%25', '%') = pairs.url THEN 'escaped-twice'
            WHEN
                pairs.canonical = CONCAT(pairs.url, pairs.query)
                OR pairs.canonical = CONCAT(pairs.url, '&', SUBSTRING(pairs.query, 2))
                OR (
                    pairs.host = pairs.other_host
                    AND (
                        RIGHT(pairs.canonical, LENGTH(pairs.url) + 1) = CONCAT('/', pairs.url)
                        OR pairs.other_path
                        = CONCAT('/', SPLIT_PART(pairs.path, '/', 2), pairs.path)
                    )
                )
                THEN 'repeated'
            WHEN
                POSITION(pairs.query IN pairs.canonical) > 0
                AND REGEXP_REPLACE(
                    REPLACE(pairs.canonical, pairs.query, ''), '([^:])//+', '\1/', 'g'
                ) = pairs.bare
                THEN 'query-before-path'
            WHEN
                REGEXP_REPLACE(
                    pairs.canonical, '[?&](utm_[a-z]+|[a-z]*clid)=[^&]*', '', 'g'
                ) = pairs.url
                THEN 'tracking'
        END AS slip
    FROM pairs
    INNER JOIN names ON pairs.url_key = names.url_key
)

SELECT
    url_key,
    slip
FROM found
WHERE slip IS NOT NULL

/*
---
row: url
rests_on: named
---
One row per page whose effective canonical is another URL, and how that differs from the page's own
URL in its form.

`mistake`: the canonical is the page's own URL with this mistake: port (another port of the same
host) | host-dot (a dot at the end of the host) | staging (a staging or development host) |
escaped-twice (`%2520`) | repeated (the query, a parameter, the URL or the first directory twice) |
query-before-path | tracking (a tracking parameter or session ID added) | entity (`&amp;`) |
double-slash | index-page | case (upper case) | scheme (http). A site at an IP address or a name
without a dot may have a named development host as a mistake, a site on a staging host only such a
local one. `own_mistake`: the canonical is the page's URL without this mistake of it.

`form`: parameter (the canonical adds parameters) | host (the path is the same) | as difference of
page_canonicals, if that is a common slip; NULL for another page. `added`: the parameters that it
adds. `bare`: the page's URL without its parameters; `is_same_path`: that of the canonical is the same;
`has_less`: and its query is shorter.
*/
WITH pairs AS (
    SELECT
        page.url,
        page.url_key,
        page.listed,
        own.site,
        effective.canonical,
        effective.canonical_key,
        effective.difference,
        SPLIT_PART(page.url, '/', 3) AS host,
        SPLIT_PART(effective.canonical, '/', 3) AS other_host,
        CONCAT(SPLIT_PART(page.url, '/', 1), '//', SPLIT_PART(page.url, '/', 3)) AS origin,
        CONCAT(
            SPLIT_PART(effective.canonical, '/', 1), '//', SPLIT_PART(effective.canonical, '/', 3)
        ) AS other_origin,
        REGEXP_REPLACE(page.url, '^https?://[^/]+', '') AS path,
        REGEXP_REPLACE(effective.canonical, '^https?://[^/]+', '') AS other_path,
        SPLIT_PART(page.url, '?', 1) AS bare,
        SPLIT_PART(effective.canonical, '?', 1) AS other_bare,
        SUBSTRING(page.url, LENGTH(SPLIT_PART(page.url, '?', 1)) + 1) AS query,
        SUBSTRING(effective.canonical, LENGTH(SPLIT_PART(effective.canonical, '?', 1)) + 1)
            AS other_query
    FROM effective_canonicals AS effective
    INNER JOIN indexability AS page ON effective.url_key = page.url_key
    INNER JOIN page_states AS own ON effective.url_key = own.url_key
    WHERE effective.canonical_key <> effective.url_key
),

-- Each pair of hosts once: to match a pattern of a column is slow.
couples AS (
    SELECT DISTINCT
        host,
        other_host,
        site
    FROM pairs
    WHERE host <> other_host
),

couples_of_hosts AS (
    SELECT
        pairs.host,
        pairs.other_host,
        pairs.site,
        REGEXP_MATCHES(pairs.host, '^([0-9.]+|[^./]+)(:[0-9]+)?$') AS is_local,
        REGEXP_MATCHES(pairs.other_host, '^([0-9.]+|[^./]+)(:[0-9]+)?$') AS is_to_local,
        REGEXP_REPLACE(pairs.host, '^www[.]|(:[0-9]+)$', '', 'g')
        = REGEXP_REPLACE(pairs.other_host, '^www[.]|[.]?(:[0-9]+)?$', '', 'g') AS is_same,
        REGEXP_MATCHES(pairs.host, staging_hosts.pattern) AS is_staging,
        REGEXP_MATCHES(pairs.other_host, staging_hosts.pattern) AS is_to_staging
    FROM couples AS pairs
    CROSS JOIN staging_hosts
),

-- Without what is no part of a URL.
cleaned AS (
    SELECT
        url_key,
        REGEXP_REPLACE(
            REGEXP_REPLACE(
                url,
                '[?&;](jsessionid|phpsessid|aspsessionid[a-z]*|session_?id|sid|cfid|cftoken'
                || '|utm_[a-z]+|[a-z]*clid|gclsrc|mc_eid|_ga|_gl)=[^&?;]*',
                '',
                'gi'
            ),
            '^([^?&]*)&',
            '\1?'
        ) AS untracked,
        REGEXP_REPLACE(
            REGEXP_REPLACE(
                canonical,
                '[?&;](jsessionid|phpsessid|aspsessionid[a-z]*|session_?id|sid|cfid|cftoken'
                || '|utm_[a-z]+|[a-z]*clid|gclsrc|mc_eid|_ga|_gl)=[^&?;]*',
                '',
                'gi'
            ),
            '^([^?&]*)&',
            '\1?'
        ) AS other_untracked,
        REGEXP_REPLACE(bare, '/(index|default)[.](html?|php|aspx?|jsp)$', '', 'i') AS folder,
        REGEXP_REPLACE(other_bare, '/(index|default)[.](html?|php|aspx?|jsp)$', '', 'i')
            AS other_folder,
        REGEXP_REPLACE(url, '([^:])//+', '\1/', 'g') AS single,
        REGEXP_REPLACE(canonical, '([^:])//+', '\1/', 'g') AS other_single,
        REGEXP_REPLACE(url, '(&|%26)(amp;)+', '&', 'gi') AS unescaped,
        REGEXP_REPLACE(canonical, '(&|%26)(amp;)+', '&', 'gi') AS other_unescaped,
        REGEXP_REPLACE(path, '%[0-9A-F]{2}', '', 'g') AS letters,
        REGEXP_REPLACE(other_path, '%[0-9A-F]{2}', '', 'g') AS other_letters,
        CASE
            WHEN bare <> other_bare OR LENGTH(other_query) <= LENGTH(query) THEN NULL
            WHEN query = '' THEN other_query
            WHEN LEFT(other_query, LENGTH(query) + 1) = CONCAT(query, '&')
                THEN SUBSTRING(other_query, LENGTH(query) + 1)
            WHEN RIGHT(other_query, LENGTH(query)) = CONCAT('&', SUBSTRING(query, 2))
                THEN LEFT(other_query, LENGTH(other_query) - LENGTH(query))
        END AS added
    FROM pairs
)

SELECT
    pairs.url,
    pairs.url_key,
    pairs.listed,
    pairs.canonical,
    pairs.canonical_key,
    pairs.origin,
    pairs.other_origin,
    pairs.bare,
    pairs.bare = pairs.other_bare AS is_same_path,
    pairs.bare = pairs.other_bare AND LENGTH(pairs.query) > LENGTH(pairs.other_query) AS has_less,
    cleaned.added,
    CASE
        WHEN
            hosts.is_same
            AND pairs.path = pairs.other_path
            AND pairs.other_host LIKE '%:%'
            AND (
                pairs.host NOT LIKE '%:%'
                OR SPLIT_PART(pairs.url, ':', 1) = SPLIT_PART(pairs.canonical, ':', 1)
            )
            THEN 'port'
        WHEN
            hosts.is_same
            AND pairs.path = pairs.other_path
            AND REGEXP_MATCHES(pairs.other_host, '[.]$')
            THEN 'host-dot'
        WHEN
            hosts.is_to_staging
            AND NOT (hosts.is_same AND pairs.path = pairs.other_path)
            AND (
                NOT hosts.is_staging
                OR (hosts.is_to_local AND NOT hosts.is_local)
                OR (
                    hosts.is_local
                    AND NOT REGEXP_MATCHES(pairs.other_host, '^[0-9.]+(:[0-9]+)?$')
                )
            )
            AND (
                pairs.path = pairs.other_path
                OR (hosts.is_to_local AND NOT hosts.is_local)
                OR RIGHT(CONCAT('.', pairs.other_host), LENGTH(pairs.site) + 1)
                = CONCAT('.', pairs.site)
            )
            THEN 'staging'
        WHEN REPLACE(pairs.canonical, '%25', '%') = pairs.url THEN 'escaped-twice'
        WHEN cleaned.other_single = pairs.url THEN 'double-slash'
        WHEN
            pairs.canonical = CONCAT(pairs.url, pairs.query)
            OR (
                pairs.query <> ''
                AND POSITION(
                    CONCAT(
                        '&', SPLIT_PART(REGEXP_REPLACE(cleaned.added, '^[?&]', ''), '=', 1), '='
                    )
                    IN CONCAT('&', SUBSTRING(pairs.query, 2))
                ) > 0
                AND NOT REGEXP_MATCHES(cleaned.added, '^[?&][^=]*([[]]|%5B%5D)=')
            )
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
            AND pairs.query <> ''
            AND pairs.bare <> pairs.other_bare
            THEN 'query-before-path'
        WHEN cleaned.other_untracked = pairs.url THEN 'tracking'
        WHEN cleaned.other_unescaped = pairs.url THEN 'entity'
        WHEN
            cleaned.other_folder <> pairs.other_bare
            AND cleaned.other_folder = RTRIM(pairs.bare, '/')
            AND pairs.query = pairs.other_query
            THEN 'index-page'
        WHEN
            pairs.difference = 'case'
            AND cleaned.letters = LOWER(cleaned.letters)
            AND cleaned.other_letters <> LOWER(cleaned.other_letters)
            THEN 'case'
        WHEN
            pairs.url LIKE 'https:%'
            AND pairs.canonical LIKE 'http:%'
            AND pairs.difference NOT IN ('page', 'host')
            THEN 'scheme'
    END AS mistake,
    CASE
        WHEN cleaned.untracked = pairs.canonical THEN 'tracking'
        WHEN cleaned.unescaped = pairs.canonical THEN 'entity'
        WHEN cleaned.single = pairs.canonical THEN 'double-slash'
        WHEN
            cleaned.folder <> pairs.bare
            AND cleaned.folder = RTRIM(pairs.other_bare, '/')
            AND pairs.query = pairs.other_query
            THEN 'index-page'
        WHEN
            pairs.difference = 'case'
            AND cleaned.letters <> LOWER(cleaned.letters)
            AND cleaned.other_letters = LOWER(cleaned.other_letters)
            THEN 'case'
        WHEN
            pairs.url LIKE 'http:%'
            AND pairs.canonical LIKE 'https:%'
            AND pairs.difference NOT IN ('page', 'host')
            THEN 'scheme'
    END AS own_mistake,
    CASE
        WHEN cleaned.added IS NOT NULL THEN 'parameter'
        WHEN pairs.difference NOT IN ('page', 'host') THEN pairs.difference
        WHEN pairs.path = pairs.other_path THEN 'host'
    END AS form
FROM pairs
INNER JOIN cleaned ON pairs.url_key = cleaned.url_key
LEFT JOIN couples_of_hosts AS hosts
    ON
        pairs.host = hosts.host
        AND pairs.other_host = hosts.other_host
        AND pairs.site = hosts.site

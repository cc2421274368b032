/*
---
row: url
rests_on: others
---
One row per image or video file in a sitemap that was requested (`--media`), with what its response
means.

`state`: ok | client-error | server-error | unreachable | unknown. `unknown` is not checked: not
requested, or a redirect (redirects of files are not followed), or a response that bot protection
may cause. Of a file on another site (not in audited_sites) only four results are reported: it
exists, it returns 404 or 410, it returns a server error, or its host does not exist. Other
responses, and HTML instead of an image, may be meant for this audit only. (HTML instead of a video
is often the page that plays it.)
*/
WITH media_hosts AS (
    SELECT DISTINCT SPLIT_PART(url, '/', 3) AS host FROM media
),

own_hosts AS (
    SELECT DISTINCT media_hosts.host
    FROM media_hosts
    INNER JOIN audited_sites AS own
        ON
            CONCAT('.', REGEXP_REPLACE(media_hosts.host, ':[0-9]+$', ''))
            LIKE CONCAT('%.', own.site)
)

SELECT
    media.url,
    media.url_key,
    media.kind,
    media.page_url,
    media.sitemap_url,
    media.line,
    COALESCE(media.robots, 'unknown') AS robots,
    own_hosts.host IS NULL AS is_of_other_site,
    media.status,
    media.error,
    media.error_detail,
    media.content_type,
    CASE
        WHEN
            media.error IN (
                'disallowed',
                'robots-unreachable',
                'resolver',
                'forbidden-scheme',
                'private-address',
                'throttled',
                'ignored',
                'offline',
                'hosting',
                'proxy',
                'headers-too-large',
                'other'
            )
            THEN 'unknown'
        WHEN
            code.meaning
            IN (
                'redirect', 'login', 'forbidden', 'refused', 'network', 'throttled', 'unavailable'
            )
            THEN 'unknown'
        WHEN
            own_hosts.host IS NULL
            AND (
                code.meaning = 'client-error'
                OR (media.status IS NULL AND COALESCE(media.error, '') <> 'dns')
                OR (media.status < 400 AND media.error IS NOT NULL)
                OR (
                    media.status < 400
                    AND media.kind <> 'video'
                    AND media.content_type = 'text/html'
                )
            )
            THEN 'unknown'
        WHEN code.meaning IN ('missing', 'client-error') THEN 'client-error'
        WHEN media.status >= 500 THEN 'server-error'
        WHEN media.error IS NOT NULL THEN 'unreachable'
        ELSE 'ok'
    END AS state,
    COALESCE(media.content_type, '') IN ('', 'application/octet-stream', 'binary/octet-stream')
        AS is_untyped
FROM media
LEFT JOIN status_codes AS code ON media.status = code.status
LEFT JOIN own_hosts ON SPLIT_PART(media.url, '/', 3) = own_hosts.host

/*
One row per listed image or video file that was asked for, with what its answer means.

`state`: ok | client-error | server-error | unreachable | unknown (we may not ask, or could not; a
refusal that may be meant for us alone; a redirect, which is not followed).
*/
SELECT
    url,
    url_key,
    kind,
    page_url,
    sitemap_url,
    line,
    COALESCE(robots, 'unknown') AS robots,
    status,
    error,
    error_detail,
    content_type,
    CASE
        WHEN
            error IN (
                'disallowed',
                'robots-unreachable',
                'resolver',
                'forbidden-scheme',
                'private-address',
                'throttled',
                'ignored',
                'proxy',
                'headers-too-large',
                'other'
            )
            THEN 'unknown'
        WHEN status BETWEEN 300 AND 399 OR status IN (401, 403, 406, 429, 503) THEN 'unknown'
        WHEN status BETWEEN 400 AND 499 THEN 'client-error'
        WHEN status >= 500 THEN 'server-error'
        WHEN error IS NOT NULL THEN 'unreachable'
        ELSE 'ok'
    END AS state,
    COALESCE(content_type, '') IN ('', 'application/octet-stream', 'binary/octet-stream')
        AS is_untyped
FROM media

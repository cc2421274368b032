/*
One row per listed image or video file that was asked for, with what its answer means.

`state`: ok | client-error | server-error | unreachable | unknown (we may not ask, or could not; a
refusal that may be meant for us alone; a redirect, which is not followed). Of a file of another site
(audited_sites) it is known that it is there, is gone (404, 410), has a server error, or that its host does not exist:
another response, and HTML in place of an image, may be meant for us alone. (HTML in place of a
video is often the page that plays it.)
*/
WITH answers AS (
    SELECT
        url,
        url_key,
        kind,
        page_url,
        sitemap_url,
        line,
        robots,
        status,
        error,
        error_detail,
        content_type,
        NOT EXISTS (
            SELECT 1 FROM audited_sites AS own
            WHERE
                CONCAT('.', REGEXP_REPLACE(SPLIT_PART(media.url, '/', 3), ':[0-9]+$', ''))
                LIKE CONCAT('%.', own.site)
        ) AS is_of_other_site
    FROM media
)

SELECT
    url,
    url_key,
    kind,
    page_url,
    sitemap_url,
    line,
    COALESCE(robots, 'unknown') AS robots,
    is_of_other_site,
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
        WHEN
            is_of_other_site
            AND status BETWEEN 400 AND 499
            AND status NOT IN (404, 410)
            THEN 'unknown'
        WHEN is_of_other_site AND status IS NULL AND COALESCE(error, '') <> 'dns' THEN 'unknown'
        WHEN
            is_of_other_site
            AND status < 400
            AND (error IS NOT NULL OR (kind <> 'video' AND content_type = 'text/html'))
            THEN 'unknown'
        WHEN status BETWEEN 400 AND 499 THEN 'client-error'
        WHEN status >= 500 THEN 'server-error'
        WHEN error IS NOT NULL THEN 'unreachable'
        ELSE 'ok'
    END AS state,
    COALESCE(content_type, '') IN ('', 'application/octet-stream', 'binary/octet-stream')
        AS is_untyped
FROM answers

/*
---
row: file
rests_on: named
---
One row per requested sitemap, with the meaning of its response.

`is_promised`: robots.txt, an index, a link or the user declares it. A guessed URL, and what it
redirects to, was not declared: if it returns no sitemap, that is no fault. `is_login`: a sitemap
redirects to it, it is one of the login_pages, and it is not a sitemap. `state`: ok | redirect |
client-error | server-error | unreachable | login (credentials are missing) | refused (may apply to
this audit only: `forbidden`, `refused`, `network` and `throttled` in status_codes) | unknown (not allowed or
not possible to request).
`respelled_by`: the status codes of redirects from `first_requested` to `requested`,
another spelling of the same URL, which returned the response.
*/
WITH RECURSIVE guesses AS (
    SELECT
        url_key,
        redirect_key,
        0 AS hops
    FROM sitemaps
    WHERE found_by = 'guess'
    UNION ALL
    SELECT
        sitemaps.url_key,
        sitemaps.redirect_key,
        guesses.hops + 1 AS hops
    FROM sitemaps
    INNER JOIN guesses ON sitemaps.url_key = guesses.redirect_key
    WHERE sitemaps.found_by = 'redirect' AND guesses.hops < 25
)

SELECT
    sitemaps.id,
    sitemaps.url,
    sitemaps.url_key,
    sitemaps.found_by,
    sitemaps.found_in,
    sitemaps.status,
    sitemaps.error,
    sitemaps.error_detail,
    sitemaps.location,
    sitemaps.redirect_url,
    sitemaps.requested,
    sitemaps.first_requested,
    sitemaps.respelled_by,
    sitemaps.robots,
    sitemaps.content_type,
    sitemaps.content_encoding,
    sitemaps.compression,
    sitemaps.kind,
    sitemaps.root,
    sitemaps.bytes,
    sitemaps.unpacked,
    sitemaps.entries,
    sitemaps.children,
    sitemaps.complete,
    sitemaps.stopped_by,
    sitemaps.last_modified,
    sitemaps.etag,
    sitemaps.latency,
    sitemaps.seconds,
    CASE
        WHEN sitemaps.found_by <> 'redirect' OR COALESCE(sitemaps.kind, 'html') <> 'html' THEN FALSE
        ELSE sitemaps.url IN (SELECT login_pages.url FROM login_pages)
    END AS is_login,
    sitemaps.url_key NOT IN (SELECT guesses.url_key FROM guesses) AS is_promised,
    CASE
        WHEN
            sitemaps.error IN (
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
        WHEN code.meaning IN ('redirect', 'login', 'client-error', 'server-error') THEN code.meaning
        WHEN code.meaning IN ('forbidden', 'refused', 'network', 'throttled') THEN 'refused'
        WHEN code.meaning = 'missing' THEN 'client-error'
        WHEN code.meaning IN ('unavailable', 'undefined') THEN 'server-error'
        WHEN sitemaps.error IS NOT NULL AND sitemaps.error <> 'too-large' THEN 'unreachable'
        ELSE 'ok'
    END AS state
FROM sitemaps
LEFT JOIN status_codes AS code ON sitemaps.status = code.status

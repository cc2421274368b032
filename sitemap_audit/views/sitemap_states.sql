/*
One row per requested sitemap, with the meaning of its response.

`is_promised`: robots.txt, an index, a link or the user declares it. A guessed URL, and what it
redirects to, was not declared: if it returns no sitemap, that is no fault. `is_login`: a sitemap
redirects to it, its URL looks like a login page, and it is not a sitemap. `state`: ok | redirect |
client-error | server-error | unreachable | refused (403, 406, 429: may apply to this audit only) |
unknown (not allowed or not possible to request). `respelled_by`: the status codes of redirects from
`first_requested` to `requested`, another spelling of the same URL, which returned the response.
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
    id,
    url,
    url_key,
    found_by,
    found_in,
    status,
    error,
    error_detail,
    location,
    redirect_url,
    requested,
    first_requested,
    respelled_by,
    robots,
    content_type,
    content_encoding,
    compression,
    kind,
    root,
    bytes,
    unpacked,
    entries,
    children,
    complete,
    stopped_by,
    last_modified,
    etag,
    latency,
    seconds,
    CASE
        WHEN found_by <> 'redirect' OR COALESCE(kind, 'html') <> 'html' THEN FALSE
        ELSE REGEXP_MATCHES(LOWER(url), '/(log|sign)[-_]?(in|on)([/.?]|$)|[/.](sso|oauth2?)[/.?]')
    END AS is_login,
    url_key NOT IN (SELECT guesses.url_key FROM guesses) AS is_promised,
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
        WHEN status BETWEEN 300 AND 399 THEN 'redirect'
        WHEN status IN (403, 406, 429) THEN 'refused'
        WHEN status BETWEEN 400 AND 499 THEN 'client-error'
        WHEN status >= 500 THEN 'server-error'
        WHEN error IS NOT NULL AND error <> 'too-large' THEN 'unreachable'
        ELSE 'ok'
    END AS state
FROM sitemaps

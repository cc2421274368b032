/*
---
row: url
rests_on: named
---
One row per requested page, with the meaning of its response.

`state`: ok (returned content) | redirect | client-error | server-error | no-response | unknown.
Unknown, with `unknown_reason`: the page is not checked, because the audit's user agent is
disallowed, robots.txt was unreachable, the DNS server did not respond, a bot protection or
challenge responded, the status code says nothing about the page (`refused` in status_codes), the
host throttled the audit (429, or 503 with Retry-After), the whole site requires a login, the host
returned 503 for all URLs, the IP address is private, the proxy failed, the host stopped responding,
or the body or headers are too large to read. Host means origin (hosts). If robots.txt was
unreachable because the host does not exist, has no IP address or refuses connections, that is the
page's own `error`. Of a page of another site (audited_sites), only this is known: it returns
content, redirects, is gone (404, 410), returns a server error, or its host does not exist. Another
4xx, a 503 and a failed connection may apply to this audit only (other-site).

`site`: the registrable domain. `refresh_key`: the target of a refresh to another page. `is_empty`:
it returned an empty body, or HTML of which nothing is shown. `unread_reason`: why its HTML
was not parsed (too-complex: it would take minutes or gigabytes) or its header annotations were not
read (too-many-annotations). `annotations_known`: the annotations in its HTML and headers were read.
`entry_known`: the annotations for it in the sitemaps were read. `is_cached`: the response is from
the HTTP cache, so the connection is not known. `respelled_by`: the status codes of redirects that
changed only the spelling of the URL (percent-escapes); the row is that of the last response.
`served_url`: the URL in the spelling that a redirect led to; else its normal form.
*/
WITH unread AS (
    SELECT COUNT(*) AS sitemaps FROM unread_sitemaps
),

absent AS (
    SELECT
        origin,
        MIN(error) AS error
    FROM robots
    GROUP BY origin
    HAVING
        COUNT(status) = 0
        AND COUNT(
            CASE WHEN error IN ('dns', 'no-address', 'refused') AND redirects = 0 THEN 1 END
        ) = COUNT(*)
),

unreached AS (
    SELECT origin
    FROM robots
    GROUP BY origin
    HAVING COUNT(status) = 0
),

answers AS (
    SELECT
        pages.id AS page_id,
        pages.url,
        pages.url_key,
        pages.url_near_key,
        SPLIT_PART(pages.url, '/', 3) AS host,
        COALESCE(pages.site, SPLIT_PART(pages.url, '/', 3)) AS site,
        pages.role,
        listed.url_key IS NOT NULL AS listed,
        pages.status,
        code.meaning,
        COALESCE(absent.error, pages.error) AS error,
        CASE
            WHEN
                own_sites.site IS NULL
                AND pages.status IS NULL
                AND COALESCE(absent.error, pages.error, '') <> 'dns'
                AND (
                    unreached.origin IS NOT NULL
                    OR pages.error IN ('no-address', 'refused', 'unreachable')
                )
                THEN COALESCE(absent.error, pages.error)
            WHEN absent.origin IS NOT NULL THEN NULL
            WHEN
                pages.error IN (
                    'disallowed',
                    'robots-unreachable',
                    'resolver',
                    'forbidden-scheme',
                    'private-address',
                    'throttled',
                    'ignored',
                    'offline',
                    'hosting',
                    'proxy'
                )
                THEN pages.error
            WHEN pages.challenge IS NOT NULL THEN 'challenge'
            WHEN
                code.meaning = 'throttled'
                OR (code.meaning = 'unavailable' AND pages.retry_after IS NOT NULL)
                THEN 'throttled'
            WHEN hosts.has_login_wall AND walled.url IS NOT NULL THEN 'login'
            WHEN hosts.unavailable AND code.meaning = 'unavailable' THEN 'unavailable'
            WHEN
                hosts.has_bot_protection
                AND code.meaning IN ('login', 'forbidden', 'refused', 'unavailable')
                THEN 'bot-protection'
            WHEN code.meaning = 'refused' THEN 'request-refused'
            WHEN code.meaning = 'network' THEN 'network'
            WHEN
                hosts.gone
                AND (
                    pages.status >= 500
                    OR pages.error IN (
                        'dns',
                        'no-address',
                        'refused',
                        'reset',
                        'timeout',
                        'truncated',
                        'unreachable'
                    )
                )
                THEN 'host-gone'
            WHEN
                COALESCE(pages.status, 0) < 300
                AND pages.error IN ('other', 'too-large', 'headers-too-large')
                THEN pages.error
            WHEN
                code.meaning = 'undefined'
                OR (pages.status IN (300, 304, 305, 306) AND pages.redirect_key IS NULL)
                THEN 'unknown-status'
            WHEN pages.status IS NULL AND pages.error IS NULL THEN 'no-status'
            WHEN
                own_sites.site IS NULL
                AND code.meaning IN ('client-error', 'login', 'forbidden', 'unavailable')
                THEN 'other-site'
        END AS unknown_reason,
        pages.redirect_url,
        pages.redirect_key,
        CASE
            WHEN pages.role = 'redirect' OR pages.respelled_by IS NOT NULL THEN pages.requested
            ELSE pages.url
        END AS served_url,
        pages.respelled_by,
        COALESCE(pages.robots, 'unknown') AS robots,
        pages.noindex,
        pages.nofollow,
        pages.unavailable_after_at < pages.fetched_at AS is_expired,
        COALESCE(pages.content_type IN ('text/html', 'application/xhtml+xml'), FALSE)
        OR pages.parsed AS is_html,
        pages.parsed,
        pages.unread_reason,
        pages.status IN (204, 205)
        OR COALESCE(pages.bytes = 0, FALSE)
        OR COALESCE(pages.shows_nothing, FALSE) AS is_empty,
        pages.lang,
        pages.lang_problem,
        CASE WHEN pages.refresh_key <> pages.url_key THEN pages.refresh_url END AS refresh_url,
        CASE WHEN pages.refresh_key <> pages.url_key THEN pages.refresh_key END AS refresh_key,
        (listed.url_key IS NOT NULL OR (hosts.listed_urls > 0 AND unread.sitemaps = 0))
        AND pages.url_key NOT IN (SELECT cut_entries.url_key FROM cut_entries) AS entry_known,
        pages.cached_at IS NOT NULL AS is_cached
    FROM pages
    INNER JOIN hosts
        ON CONCAT(SPLIT_PART(pages.url, '/', 1), '//', SPLIT_PART(pages.url, '/', 3)) = hosts.origin
    LEFT JOIN status_codes AS code ON pages.status = code.status
    LEFT JOIN behind_login AS walled ON pages.url = walled.url AND walled.kind = 'page'
    LEFT JOIN listed ON pages.url_key = listed.url_key
    LEFT JOIN absent
        ON
            CASE WHEN pages.error = 'robots-unreachable' THEN hosts.origin END = absent.origin
    LEFT JOIN audited_sites AS own_sites
        ON
            REGEXP_REPLACE(COALESCE(pages.site, SPLIT_PART(pages.url, '/', 3)), ':[0-9]+$', '')
            = own_sites.site
    LEFT JOIN unreached ON hosts.origin = unreached.origin
    CROSS JOIN unread
),

states AS (
    SELECT
        page_id,
        CASE
            WHEN unknown_reason IS NOT NULL THEN 'unknown'
            WHEN meaning = 'redirect' THEN 'redirect'
            WHEN meaning IN ('missing', 'client-error', 'login', 'forbidden') THEN 'client-error'
            WHEN meaning IN ('unavailable', 'server-error') THEN 'server-error'
            WHEN error IS NOT NULL THEN 'no-response'
            ELSE 'ok'
        END AS state
    FROM answers
)

SELECT
    answers.page_id,
    answers.url,
    answers.url_key,
    answers.url_near_key,
    answers.host,
    answers.site,
    answers.role,
    answers.listed,
    answers.status,
    answers.error,
    states.state,
    answers.unknown_reason,
    answers.redirect_url,
    answers.redirect_key,
    answers.served_url,
    answers.respelled_by,
    answers.robots,
    answers.noindex,
    answers.nofollow,
    COALESCE(answers.is_expired, FALSE) AS is_expired,
    answers.is_html,
    answers.parsed,
    answers.unread_reason,
    states.state = 'ok' AND answers.is_empty AS is_empty,
    answers.lang,
    answers.lang_problem,
    answers.refresh_url,
    answers.refresh_key,
    answers.entry_known,
    answers.is_cached,
    states.state = 'ok'
    AND (answers.parsed OR (NOT answers.is_html AND answers.unread_reason IS NULL))
        AS annotations_known
FROM answers
INNER JOIN states ON answers.page_id = states.page_id

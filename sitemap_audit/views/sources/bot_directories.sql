/*
---
row: directory
rests_on: others
---
One row per directory and bot of a search engine (Google, Bing, Yandex) with requests in imported
access logs: the first directory of the path, behind that of a language. Spoofed requests, and
requests for robots.txt, sitemaps, icons and /.well-known/ are left out.

`wasted`: requests for URLs that are not listed and not indexable, and not variants of a listed URL
or AMP and mobile alternates: the audit found the URL not indexable (`not_indexable`), or it did not
fetch it and the log has a redirect (`redirects`), 4xx (`client_errors`) or 5xx (`server_errors`),
and for nobody a 2xx. `wasted_urls`: number of these URLs; `example`: the one with the most
requests. `unknown_reason`: sitemaps-not-read, if the URLs may be listed after all; or as in log_gaps.
*/
WITH requested AS (
    SELECT
        url,
        url_key,
        url_near_key,
        host,
        bot,
        hits,
        redirects,
        client_errors,
        server_errors,
        first_day,
        last_day
    FROM bot_requests
    WHERE
        hits > 0
        AND bot IN ('Googlebot', 'Bingbot', 'YandexBot')
        AND url_key NOT IN (SELECT sitemaps.url_key FROM sitemaps)
        AND NOT REGEXP_MATCHES(
            url,
            '^https?://[^/]+/(robots[.]txt|ads[.]txt|app-ads[.]txt|favicon[.]ico'
            || '|apple-touch-icon[^/]*|[.]well-known/.*)(\?|$)'
        )
),

variants AS (
    SELECT DISTINCT url_near_key
    FROM listed
    WHERE EXISTS (SELECT 1 FROM log_hits)
),

alternates AS (
    SELECT DISTINCT form_key
    FROM page_forms
    WHERE form_key IS NOT NULL
),

answered AS (
    SELECT DISTINCT url_key
    FROM log_hits
    WHERE status BETWEEN 200 AND 299 OR status = 304
),

judged AS (
    SELECT
        requested.url,
        requested.host,
        requested.bot,
        requested.hits,
        requested.first_day,
        requested.last_day,
        CASE
            WHEN page.is_indexable OR variants.url_near_key IS NOT NULL THEN 'none'
            WHEN alternates.form_key IS NOT NULL THEN 'none'
            WHEN page.fault = 'redirect' THEN 'redirects'
            WHEN page.fault = 'client-error' THEN 'client_errors'
            WHEN page.fault IS NOT NULL THEN 'not_indexable'
            WHEN page.page_id IS NOT NULL OR answered.url_key IS NOT NULL THEN 'none'
            ELSE 'log'
        END AS verdict,
        requested.redirects,
        requested.client_errors,
        requested.server_errors
    FROM requested
    LEFT JOIN indexability AS page ON requested.url_key = page.url_key
    LEFT JOIN variants ON requested.url_near_key = variants.url_near_key
    LEFT JOIN alternates ON requested.url_key = alternates.form_key
    LEFT JOIN answered ON requested.url_key = answered.url_key
),

counted AS (
    SELECT
        url,
        REGEXP_EXTRACT(url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
            AS directory,
        host,
        bot,
        hits,
        first_day,
        last_day,
        CASE verdict
            WHEN 'redirects' THEN hits WHEN 'log' THEN redirects ELSE 0
        END AS redirects,
        CASE verdict
            WHEN 'client_errors' THEN hits WHEN 'log' THEN client_errors ELSE 0
        END AS client_errors,
        CASE verdict WHEN 'log' THEN server_errors ELSE 0 END AS server_errors,
        CASE verdict WHEN 'not_indexable' THEN hits ELSE 0 END AS not_indexable
    FROM judged
),

placed AS (
    SELECT
        directory,
        host,
        bot,
        url,
        hits,
        first_day,
        last_day,
        redirects,
        client_errors,
        server_errors,
        not_indexable,
        redirects + client_errors + server_errors + not_indexable AS wasted,
        ROW_NUMBER() OVER (
            PARTITION BY directory, bot
            ORDER BY redirects + client_errors + server_errors + not_indexable DESC, url ASC
        ) AS place
    FROM counted
),

unread AS (
    SELECT COUNT(*) AS sitemaps FROM unread_sitemaps
)

SELECT
    placed.directory,
    placed.host,
    placed.bot,
    CAST(SUM(placed.hits) AS BIGINT) AS hits,
    CAST(SUM(placed.wasted) AS BIGINT) AS wasted,
    COUNT(CASE WHEN placed.wasted > 0 THEN 1 END) AS wasted_urls,
    CAST(SUM(placed.redirects) AS BIGINT) AS redirects,
    CAST(SUM(placed.client_errors) AS BIGINT) AS client_errors,
    CAST(SUM(placed.server_errors) AS BIGINT) AS server_errors,
    CAST(SUM(placed.not_indexable) AS BIGINT) AS not_indexable,
    MIN(placed.first_day) AS first_day,
    MAX(placed.last_day) AS last_day,
    MAX(CASE WHEN placed.place = 1 AND placed.wasted > 0 THEN placed.url END) AS example,
    CASE
        WHEN MAX(unread.sitemaps) > 0 THEN 'sitemaps-not-read' ELSE MAX(log_gaps.unknown_reason)
    END AS unknown_reason
FROM placed
CROSS JOIN unread
CROSS JOIN log_gaps
GROUP BY placed.directory, placed.host, placed.bot

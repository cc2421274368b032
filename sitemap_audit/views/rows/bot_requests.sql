/*
---
row: url
rests_on: others
---
One row per URL and bot with requests in imported access logs. Requests of all logs are added.

`hits`: requests of the bot, `verified` by IP ranges or `claimed` by the user agent alone.
`spoofed`: requests whose IP address is not the bot's; they count nowhere else, and a row may have
no others. By status code: `ok` (200 to 299, 304), `redirects` (301, 302, 303, 307, 308),
`client_errors` (4xx without 429, and without 444 and 499: the server or client closed the
connection), `server_errors` (5xx). `first_day`, `last_day`: of `hits`. `error_days`: number of days
with a 5xx; `last_error_day`, `last_error_status`: of the last 5xx. `day_count`: number of days with
`hits`.
*/
WITH requests AS (
    SELECT
        url,
        url_key,
        url_near_key,
        bot,
        COALESCE(verified, 'claimed') = 'no' AS is_spoofed,
        COALESCE(verified, 'claimed') = 'yes' AS is_verified,
        status,
        day,
        hits
    FROM log_hits
    WHERE bot IS NOT NULL
),

errors AS (
    SELECT
        url_key,
        bot,
        day,
        MAX(status) AS status,
        ROW_NUMBER() OVER (PARTITION BY url_key, bot ORDER BY day DESC) AS place
    FROM requests
    WHERE status BETWEEN 500 AND 599 AND NOT is_spoofed
    GROUP BY url_key, bot, day
),

counted AS (
    SELECT
        MIN(url) AS url,
        url_key,
        MIN(url_near_key) AS url_near_key,
        bot,
        SUM(CASE WHEN is_spoofed THEN 0 ELSE hits END) AS hits,
        SUM(CASE WHEN is_verified THEN hits ELSE 0 END) AS verified,
        SUM(CASE WHEN is_verified OR is_spoofed THEN 0 ELSE hits END) AS claimed,
        SUM(CASE WHEN is_spoofed THEN hits ELSE 0 END) AS spoofed,
        SUM(
            CASE
                WHEN NOT is_spoofed AND (status BETWEEN 200 AND 299 OR status = 304) THEN hits
                ELSE 0
            END
        ) AS ok,
        SUM(
            CASE WHEN NOT is_spoofed AND status IN (301, 302, 303, 307, 308) THEN hits ELSE 0 END
        ) AS redirects,
        SUM(
            CASE
                WHEN
                    NOT is_spoofed
                    AND status BETWEEN 400 AND 499
                    AND status NOT IN (429, 444, 499)
                    THEN hits
                ELSE 0
            END
        ) AS client_errors,
        SUM(CASE WHEN NOT is_spoofed AND status BETWEEN 500 AND 599 THEN hits ELSE 0 END)
            AS server_errors,
        MIN(CASE WHEN NOT is_spoofed THEN day END) AS first_day,
        MAX(CASE WHEN NOT is_spoofed THEN day END) AS last_day,
        COUNT(DISTINCT CASE WHEN NOT is_spoofed THEN day END) AS day_count,
        COUNT(DISTINCT CASE WHEN NOT is_spoofed AND status BETWEEN 500 AND 599 THEN day END)
            AS error_days
    FROM requests
    GROUP BY url_key, bot
)

SELECT
    counted.url,
    counted.url_key,
    counted.url_near_key,
    SPLIT_PART(counted.url, '/', 3) AS host,
    counted.bot,
    CAST(counted.hits AS BIGINT) AS hits,
    CAST(counted.verified AS BIGINT) AS verified,
    CAST(counted.claimed AS BIGINT) AS claimed,
    CAST(counted.spoofed AS BIGINT) AS spoofed,
    CAST(counted.ok AS BIGINT) AS ok,
    CAST(counted.redirects AS BIGINT) AS redirects,
    CAST(counted.client_errors AS BIGINT) AS client_errors,
    CAST(counted.server_errors AS BIGINT) AS server_errors,
    counted.first_day,
    counted.last_day,
    counted.day_count,
    counted.error_days,
    errors.day AS last_error_day,
    errors.status AS last_error_status
FROM counted
LEFT JOIN errors
    ON counted.url_key = errors.url_key AND counted.bot = errors.bot AND errors.place = 1

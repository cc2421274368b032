/*
---
row: url
rests_on: others
---
One row per listed URL and bot of a search engine with requests for it in imported access logs:
columns of bot_requests, with the entry and what the audit found. `is_ok`: it returned content to
the audit. `unknown_reason`: why its page was not checked; or as in log_gaps.
*/
SELECT
    requests.url,
    requests.bot,
    requests.hits,
    requests.verified,
    requests.ok,
    requests.server_errors,
    requests.error_days,
    requests.last_error_day,
    requests.last_error_status,
    page.sitemap_url,
    page.line,
    page.status,
    page.state = 'ok' AS is_ok,
    COALESCE(
        CASE WHEN page.state = 'unknown' THEN page.unknown_reason END, log_gaps.unknown_reason
    ) AS unknown_reason
FROM bot_requests AS requests
INNER JOIN listed_pages AS page ON requests.url_key = page.url_key
CROSS JOIN log_gaps
LEFT JOIN left_out ON requests.url_key = left_out.url_key
WHERE
    requests.hits > 0
    AND requests.bot IN (
        'Googlebot', 'Bingbot', 'YandexBot', 'Baiduspider', 'DuckDuckBot', 'Applebot', 'SeznamBot'
    )
    AND left_out.url_key IS NULL

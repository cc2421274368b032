/*
---
row: url
rests_on: others
---
One row per listed URL that is indexable or was not checked, on a host of imported access logs, with
the requests of Googlebot for it.

`hits`: requests for it, or for a URL that differs only by a common slip (slash, protocol, www,
case), without spoofed ones. `first_day`, `last_day`, `day_count`: of the logs, as in log_hosts.
`was_crawled`: it has hits, or Search Console reports a crawl since `first_day`.
`unknown_reason`: why it may have more requests, as in log_hosts; or why the page was not checked.
*/
WITH crawled AS (
    SELECT
        url_near_key,
        SUM(hits) AS hits
    FROM bot_requests
    WHERE bot = 'Googlebot'
    GROUP BY url_near_key
)

SELECT
    page.url,
    page.sitemap_url,
    page.line,
    log_hosts.host,
    page.is_indexable,
    CAST(COALESCE(crawled.hits, 0) AS BIGINT) AS hits,
    COALESCE(crawled.hits, 0) > 0
    OR COALESCE(
        CAST(CAST(search.last_crawled_at AS DATE) AS VARCHAR) >= log_hosts.first_day, FALSE
    ) AS was_crawled,
    log_hosts.first_day,
    log_hosts.last_day,
    log_hosts.day_count,
    COALESCE(
        log_hosts.unknown_reason,
        CASE WHEN page.is_indexable IS NULL THEN page.unknown_reason END
    ) AS unknown_reason
FROM listed_pages AS page
INNER JOIN listed ON page.url_key = listed.url_key
INNER JOIN log_hosts
    ON REGEXP_REPLACE(SPLIT_PART(page.url, '/', 3), '^www[.]', '') = log_hosts.host
LEFT JOIN crawled ON listed.url_near_key = crawled.url_near_key
LEFT JOIN search_urls AS search ON page.url_key = search.url_key
LEFT JOIN left_out ON page.url_key = left_out.url_key
WHERE COALESCE(page.is_indexable, TRUE) AND left_out.url_key IS NULL

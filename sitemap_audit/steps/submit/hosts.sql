/*
The hosts of the URLs to submit: with their origin, which has https if a URL has it, the number of
URLs, whether a sitemap lists a URL of it, or may list one, as not all sitemaps were read, and an IP
address that a page was fetched from.
*/
WITH listed AS (
    SELECT SPLIT_PART(url, '/', 3) AS host FROM url_states
    WHERE outcome IS NOT NULL
),

connected AS (
    SELECT
        SPLIT_PART(url, '/', 3) AS host,
        MAX(ip_address) AS ip_address
    FROM pages
    GROUP BY SPLIT_PART(url, '/', 3)
)

SELECT
    submitted.host,
    CONCAT(CASE WHEN BOOL_OR(submitted.url LIKE 'https:%') THEN 'https' ELSE 'http' END, '://', submitted.host)
        AS origin,
    COUNT(*) AS urls,
    submitted.host IN (SELECT listed.host FROM listed)
    OR EXISTS (
        SELECT 1 FROM compared_audits AS audits
        WHERE audits.unread IS NOT NULL
    ) AS is_listed,
    MAX(connected.ip_address) AS ip_address
FROM submitted_urls AS submitted
LEFT JOIN connected ON submitted.host = connected.host
GROUP BY submitted.host
ORDER BY submitted.host

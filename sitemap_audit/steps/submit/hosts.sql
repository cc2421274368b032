/*
The hosts of the URLs to submit: with their origin, which has https if a URL has it, the number of
URLs, and whether a sitemap lists a URL of it, or may list one, as not all sitemaps were read.
*/
WITH listed AS (
    SELECT SPLIT_PART(url, '/', 3) AS host FROM url_states
    WHERE outcome IS NOT NULL
)

SELECT
    host,
    CONCAT(CASE WHEN BOOL_OR(url LIKE 'https:%') THEN 'https' ELSE 'http' END, '://', host)
        AS origin,
    COUNT(*) AS urls,
    host IN (SELECT listed.host FROM listed)
    OR EXISTS (
        SELECT 1 FROM compared_audits AS audits
        WHERE audits.unread IS NOT NULL
    ) AS is_listed
FROM submitted_urls
GROUP BY host
ORDER BY host

/*
Hosts that were fetched by https, and whether this machine does not trust the CA of the certificate.
*/
WITH fetched AS (
    SELECT
        url,
        status,
        cached_at,
        tls_problem
    FROM pages
    UNION ALL
    SELECT
        url,
        status,
        NULL AS cached_at,
        tls_problem
    FROM sitemaps
)

SELECT
    SPLIT_PART(url, '/', 3) AS host,
    COUNT(CASE WHEN tls_problem = 'untrusted-root' THEN 1 END) > 0 AS is_untrusted
FROM fetched
WHERE url LIKE 'https:%' AND status IS NOT NULL AND cached_at IS NULL
GROUP BY SPLIT_PART(url, '/', 3)
ORDER BY host

/*
One row per page that redirects or refreshes to another URL.
*/
SELECT
    url_key,
    target_key
FROM (
    SELECT
        url_key,
        CASE WHEN status BETWEEN 300 AND 399 THEN redirect_key ELSE refresh_key END AS target_key
    FROM pages
) AS hops
WHERE target_key <> url_key

/*
Origins of which all pages are behind a login, and whether sitemaps are, too.
*/
SELECT
    hosts.origin,
    closed.origin IS NOT NULL AS has_walled_sitemaps
FROM hosts
LEFT JOIN closed_origins AS closed ON hosts.origin = closed.origin AND closed.walled > 0
WHERE hosts.has_login_wall
ORDER BY hosts.origin

/*
Origins with sitemaps behind a login: their number, and the first. Not here is an origin of which
all pages are, too.
*/
SELECT
    origin,
    walled,
    walled_url
FROM closed_origins
WHERE
    walled > 0 AND origin NOT IN (
        SELECT hosts.origin FROM hosts
        WHERE hosts.has_login_wall
    )
ORDER BY origin

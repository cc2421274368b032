/*
The number of listed URLs that --include leaves in.
*/
SELECT COUNT(*) AS urls
FROM listed
WHERE
    url_key NOT IN (
        SELECT left_out.url_key FROM left_out
        WHERE left_out.reason = 'not-included'
    )

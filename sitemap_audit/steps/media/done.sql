/*
One row per file that was fetched.
*/
SELECT
    kind,
    url_key
FROM media

/*
One row per home page, no click away. `next` and `redirected` add the URLs that are reached from
there.
*/
SELECT
    url_key,
    CAST(0 AS BIGINT) AS depth,
    CAST(NULL AS BIGINT) AS referrer_key
FROM pages
WHERE
    role IN ('home', 'listed')
    AND url = CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3), '/')

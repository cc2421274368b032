/*
One row per listed page whose HTML was parsed.
*/
SELECT
    id,
    url,
    url_key,
    requested,
    tls_problem,
    PATTERN_OF(url) AS pattern
FROM pages
WHERE
    status = 200 AND error IS NULL AND parsed AND challenge IS NULL AND role <> 'probe'
    AND EXISTS (
        SELECT 1 FROM entries
        WHERE entries.url_key = pages.url_key
    )

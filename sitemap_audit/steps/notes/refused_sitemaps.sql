/*
Origins without a sitemap that could be read, none of them for a login, with one that was refused.
*/
SELECT
    origin,
    refused_url,
    refused_status
FROM closed_origins
WHERE walled = 0
ORDER BY origin

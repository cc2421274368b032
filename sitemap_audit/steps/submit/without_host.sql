/*
One row per URL to submit, those of a host left out.
*/
SELECT
    url,
    change,
    host
FROM submitted_urls
WHERE host <> $host

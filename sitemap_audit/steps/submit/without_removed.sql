/*
One row per URL to submit, those that were removed left out.
*/
SELECT
    url,
    change,
    host
FROM submitted_urls
WHERE change <> 'removed'

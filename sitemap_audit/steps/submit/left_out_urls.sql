/*
One row per URL that is listed for the first time, and not submitted, as it fails or cannot be
indexed. It stays out of the baseline, too: it counts as added once it can be.
*/
SELECT url_key FROM compared_urls
WHERE
    is_listed
    AND (NOT was_listed OR is_moved)
    AND (
        NOT COALESCE(is_indexable, TRUE)
        OR url_key IN (SELECT failing_urls.url_key FROM failing_urls)
    )

/*
One row per page that need not be fetched again.

Fetched again, unless this run has done so: the home page (it may link to sitemaps), probes, pages
that failed and had no second try, and pages that returned 429 or 503 (the host may be available
again).
*/
SELECT url_key
FROM pages
WHERE
    id >= $since
    OR (
        (error IS NULL OR NOT LIST_CONTAINS($passing, error))
        AND role NOT IN ('home', 'probe')
        AND COALESCE(status, 0) NOT IN (429, 503)
        AND (status IS NULL OR status < 500 OR first_status IS NOT NULL OR first_error IS NOT NULL)
    )

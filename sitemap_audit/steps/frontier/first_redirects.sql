/*
One row per page that redirects, of the first ones of the crawl, and whether it was fetched again with
cookies.
*/
WITH refetched AS (
    SELECT url_key
    FROM redirect_loops
    WHERE error IS NULL OR NOT LIST_CONTAINS($passing, error)
)

SELECT
    url,
    url_key,
    COALESCE(first_requested, requested) AS requested,
    redirect_key,
    url_key IN (SELECT refetched.url_key FROM refetched) AS is_refetched
FROM pages
WHERE redirect_key IS NOT NULL
ORDER BY fetched_at
LIMIT $most

/*
One row per URL that is listed and was inspected since `$since`, or for this audit before: its
latest inspection, as a row of the imported file `$file_id`.
*/
WITH ranked AS (
    SELECT
        url,
        url_key,
        url_near_key,
        inspected_at,
        verdict,
        coverage_state,
        state_code,
        robots_state,
        indexing_state,
        fetch_state,
        last_crawled_at,
        crawled_as,
        google_canonical,
        google_canonical_key,
        user_canonical,
        user_canonical_key,
        sitemaps,
        referring_urls,
        result_link,
        ROW_NUMBER() OVER (PARTITION BY url_key ORDER BY inspected_at DESC) AS place
    FROM kept_inspections
    WHERE inspected_at >= $since OR file_id = $file_id
)

SELECT
    CAST($file_id AS BIGINT) AS file_id,
    url,
    url_key,
    url_near_key,
    inspected_at,
    verdict,
    coverage_state,
    state_code,
    robots_state,
    indexing_state,
    fetch_state,
    last_crawled_at,
    crawled_as,
    google_canonical,
    google_canonical_key,
    user_canonical,
    user_canonical_key,
    sitemaps,
    referring_urls,
    result_link
FROM ranked
WHERE
    place = 1
    AND EXISTS (
        SELECT 1 FROM listed
        WHERE listed.url_key = ranked.url_key
    )

/*
One row per URL that is listed and was inspected since `$since`: its latest inspection, as a row of
the imported file `$file_id`.
*/
WITH ranked AS (
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
        result_link,
        ROW_NUMBER() OVER (PARTITION BY url_key ORDER BY inspected_at DESC) AS place
    FROM kept_inspections
    WHERE inspected_at >= $since
)

SELECT
    ranked.file_id,
    ranked.url,
    ranked.url_key,
    ranked.url_near_key,
    ranked.inspected_at,
    ranked.verdict,
    ranked.coverage_state,
    ranked.state_code,
    ranked.robots_state,
    ranked.indexing_state,
    ranked.fetch_state,
    ranked.last_crawled_at,
    ranked.crawled_as,
    ranked.google_canonical,
    ranked.google_canonical_key,
    ranked.user_canonical,
    ranked.user_canonical_key,
    ranked.sitemaps,
    ranked.referring_urls,
    ranked.result_link
FROM ranked
INNER JOIN listed ON ranked.url_key = listed.url_key
WHERE ranked.place = 1

/* One row per URL of what is grouped, with its pattern. */
WITH urls AS (
    SELECT DISTINCT url
    FROM located
    WHERE url IS NOT NULL
)

SELECT
    url,
    PATTERN_OF(url) AS pattern
FROM urls

/*
---
row: directory
rests_on: others
---
One row per directory (origin and first part of the path) with pages that returned content in both
audits: the median time to their response headers, in milliseconds, in both. `pages`: their number.
*/
WITH timed AS (
    SELECT
        REGEXP_EXTRACT(url, '^([^/]*//[^/]*/([^/?]*/)?)', 1) AS url,
        latency,
        previous_latency
    FROM compared_urls
    WHERE
        is_in_both
        AND have_content
        AND unknown_reason IS NULL
        AND latency IS NOT NULL
        AND previous_latency IS NOT NULL
)

SELECT
    url,
    COUNT(*) AS pages,
    1000 * MEDIAN(latency) AS milliseconds,
    1000 * MEDIAN(previous_latency) AS previous_milliseconds
FROM timed
GROUP BY url

/*
One row per URL that the sample is drawn of; with `$since`, that was not modified since then. A
lastmod without a time ends 36 hours after its start in UTC where the time zone is UTC-12.
*/
SELECT
    url_key,
    MIN(sitemap_url) AS sitemap_url,
    URL_PATTERN(MIN(url)) AS pattern
FROM entries
WHERE
    kind = 'url' AND url_key IS NOT NULL
    AND NOT EXISTS (
        SELECT 1 FROM left_out
        WHERE left_out.url_key = entries.url_key
    )
GROUP BY url_key
HAVING
    $since IS NULL
    OR (
        COUNT(*) = COUNT(lastmod_at)
        AND MAX(lastmod_at + CASE lastmod_precision
            WHEN 'year' THEN INTERVAL 8796 HOUR
            WHEN 'month' THEN INTERVAL 756 HOUR
            WHEN 'day' THEN INTERVAL 36 HOUR
            WHEN 'minute' THEN INTERVAL 1 MINUTE
            ELSE INTERVAL 0 HOUR
        END) < CAST($since AS TIMESTAMPTZ)
    )

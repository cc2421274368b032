/*
One row per origin and first directory of pages that return 200, the most frequent first.
*/
WITH counted AS (
    SELECT
        REGEXP_EXTRACT(url, '^https?://[^/]+/[^/?]+/') AS directory,
        COUNT(*) AS pages
    FROM pages
    WHERE status = 200 AND error IS NULL AND role <> 'probe'
    GROUP BY directory
)

SELECT directory
FROM counted
WHERE directory <> ''
ORDER BY pages DESC, directory ASC

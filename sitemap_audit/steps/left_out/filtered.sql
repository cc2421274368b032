/*
One row per URL of which `sitemap_filter()` has left out each entry.
*/
SELECT
    url_key,
    $why AS reason
FROM entries
WHERE
    kind = 'url' AND url_key IS NOT NULL
    AND NOT EXISTS (
        SELECT 1 FROM left_out
        WHERE left_out.url_key = entries.url_key
    )
GROUP BY url_key
HAVING COUNT(*) = COUNT(CASE WHEN filtered THEN 1 END)

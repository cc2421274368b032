/*
URL lists with lines that are no URLs and no comments: how many, and the first one that has a text.
*/
WITH placed AS (
    SELECT
        sitemap_url,
        line,
        excerpt,
        ROW_NUMBER() OVER (
            PARTITION BY sitemap_url
            ORDER BY CASE WHEN excerpt IS NULL THEN 1 ELSE 0 END, line
        ) AS place
    FROM sitemap_problems
    WHERE code = 'text-line' AND COALESCE(excerpt, '') NOT LIKE '#%'
)

SELECT
    sitemap_url,
    COUNT(*) AS lines,
    MIN(line) AS line,
    MIN(CASE WHEN place = 1 THEN excerpt END) AS excerpt
FROM placed
GROUP BY sitemap_url
ORDER BY sitemap_url

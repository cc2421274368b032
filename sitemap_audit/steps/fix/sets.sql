/*
One row per annotation, then, of a URL that may get another one.
*/
WITH of_sets AS (
    SELECT url FROM fix_pairs
    UNION
    SELECT alternate FROM fix_pairs
    UNION
    SELECT url FROM fix_adds
)

SELECT
    sitemap_id,
    position,
    url,
    code,
    alternate
FROM fix_after
WHERE url IN (SELECT of_sets.url FROM of_sets)

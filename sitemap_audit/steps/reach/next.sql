/*
One row per sitemap and sitemap that it leads to by one step more, if by no fewer.
*/
WITH reached AS (
    SELECT
        from_key,
        to_key,
        steps
    FROM sitemap_reach
    WHERE steps = $steps
),

further AS (
    SELECT DISTINCT
        reached.from_key,
        sitemap_steps.to_key,
        reached.steps + 1 AS steps
    FROM reached
    INNER JOIN sitemap_steps ON reached.to_key = sitemap_steps.from_key
)

SELECT
    further.from_key,
    further.to_key,
    further.steps
FROM further
LEFT JOIN sitemap_reach AS known
    ON further.from_key = known.from_key AND further.to_key = known.to_key
WHERE known.from_key IS NULL

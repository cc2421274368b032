/*
One row per fault that all sampled pages of a pattern have, with the pages of the pattern: one
template makes them, and the others are likely to have it.

At least 2 pages have to be sampled: one alone says nothing of the others.
*/
WITH sizes AS (
    SELECT
        pattern,
        origin,
        TRUE AS is_of_renders,
        COUNT(CASE WHEN is_chosen THEN 1 END) AS chosen,
        COUNT(CASE WHEN is_rendered THEN 1 END) AS read_pages,
        COUNT(CASE WHEN can_be_rendered THEN 1 END) AS pages
    FROM sampled_pages
    GROUP BY pattern, origin
    UNION ALL
    SELECT
        pattern,
        origin,
        FALSE AS is_of_renders,
        COUNT(CASE WHEN is_checked THEN 1 END) AS chosen,
        COUNT(CASE WHEN is_checked THEN 1 END) AS read_pages,
        COUNT(*) AS pages
    FROM sampled_pages
    WHERE EXISTS (SELECT 1 FROM sampled)
    GROUP BY pattern, origin
),

patterns AS (
    SELECT
        pattern,
        is_of_renders,
        SUM(chosen) AS chosen,
        SUM(read_pages) AS read_pages,
        SUM(pages) AS pages
    FROM sizes
    WHERE read_pages > 0
    GROUP BY pattern, is_of_renders
),

faulty AS (
    SELECT
        found."check",
        found.kind,
        found.pattern,
        roles.subject = 'rendering' AS is_of_renders,
        COUNT(DISTINCT found.url) AS urls
    FROM findings AS found
    INNER JOIN check_roles AS roles ON found."check" = roles."check"
    INNER JOIN sampled_pages AS page ON found.url = page.url
    WHERE
        roles.way IN ('pattern', 'rule')
        AND CASE WHEN roles.subject = 'rendering' THEN page.is_rendered ELSE page.is_checked END
    GROUP BY found."check", found.kind, found.pattern, roles.subject = 'rendering'
)

SELECT
    faulty."check",
    faulty.kind,
    faulty.pattern,
    CAST(patterns.pages AS BIGINT) AS pages
FROM faulty
INNER JOIN patterns
    ON faulty.pattern = patterns.pattern AND faulty.is_of_renders = patterns.is_of_renders
WHERE
    faulty.urls = patterns.read_pages
    AND faulty.urls >= 2
    AND patterns.pages > patterns.chosen

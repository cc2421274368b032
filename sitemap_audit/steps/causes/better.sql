/*
One row per finding of a tag of which findings have different changes, with the best of them.
*/
WITH disputed AS (
    SELECT tag
    FROM tags
    GROUP BY tag
    HAVING COUNT(DISTINCT CONCAT("action", ' ', COALESCE("to", ''))) > 1
),

ranked AS (
    SELECT
        tags.tag,
        tags.fix,
        tags."action",
        tags."to",
        tags."change",
        ROW_NUMBER() OVER (
            PARTITION BY tags.tag
            ORDER BY tags.certainty, tags.way, tags.rank, tags.number
        ) AS place
    FROM tags
    INNER JOIN disputed ON tags.tag = disputed.tag
)

SELECT
    tags.number,
    ranked.fix,
    ranked."action",
    ranked."to",
    ranked."change"
FROM tags
INNER JOIN ranked ON tags.tag = ranked.tag AND ranked.place = 1

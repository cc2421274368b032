/*
One row per cause and what it affects, with the clicks of it. `issue`: what has one line in 'Do this
first': a diagnosis, or the findings of one check and kind.
*/
WITH affected AS (
    SELECT DISTINCT
        COALESCE(
            found.diagnosis_id, CONCAT(found."check", CHR(10), COALESCE(found.kind, ''))
        ) AS issue,
        found.cause_by,
        found.cause,
        grouped.affected
    FROM findings AS found
    INNER JOIN grouped ON found.number = grouped.number
    WHERE found.root_id IS NULL
)

SELECT
    affected.issue,
    affected.cause_by,
    affected.cause,
    affected.affected,
    known.clicks
FROM affected
LEFT JOIN known_clicks AS known ON affected.affected = known.url

/*
One row per robots.txt as it is known after the submission: of this audit, or of the baseline before
where this audit could not read it.

The columns are those of the stored table, all of them: the linter (AM04) would have them written out.
*/
WITH unread_codes AS (
    SELECT status FROM status_codes
    WHERE meaning IN ('login', 'forbidden', 'refused', 'network')
),

known AS (
    SELECT origin FROM robots
    WHERE
        NOT COALESCE(
            policy = 'disallow-all'
            OR status IN (SELECT unread_codes.status FROM unread_codes),
            FALSE
        )
)

SELECT * FROM robots -- noqa: AM04
WHERE
    origin IN (SELECT known.origin FROM known)
    OR origin NOT IN (SELECT previous_robots.origin FROM previous_robots)
UNION ALL BY NAME
SELECT * FROM previous_robots
WHERE origin NOT IN (SELECT known.origin FROM known)

/*
One row per finding that is a consequence, with the one that it follows from: at its nearest end.

Only a finding that is as severe can be a root: no error is folded under a warning.
*/
-- One for each place: a site may have a finding of a check for each of its URLs.
WITH roots AS (
    SELECT
        "check",
        kind,
        place,
        MIN(finding_id) AS finding_id
    FROM finding_faults
    GROUP BY "check", kind, place
),

matched AS (
    SELECT
        found.finding_id,
        root.finding_id AS root_id,
        ROW_NUMBER() OVER (
            PARTITION BY found.finding_id ORDER BY ends.way, root.finding_id
        ) AS choice
    FROM findings AS found
    INNER JOIN check_follows AS follows ON found."check" = follows."check"
    INNER JOIN check_roles AS cause ON follows.cause = cause."check"
    INNER JOIN check_runs AS run ON found."check" = run."check"
    INNER JOIN check_runs AS run_of_root ON follows.cause = run_of_root."check"
    INNER JOIN finding_ends AS ends ON found.finding_id = ends.finding_id
    INNER JOIN roots AS root
        ON follows.cause = root."check" AND ends.kind = root.kind AND ends.place = root.place
    LEFT JOIN own_kinds AS own ON found."check" = own."check" AND found.kind = own.kind
    WHERE run_of_root.rank <= run.rank AND (own."check" IS NULL OR cause.explains_url)
)

SELECT
    finding_id,
    root_id
FROM matched
WHERE choice = 1

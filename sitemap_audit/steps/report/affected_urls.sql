/*
The first URLs of each check, or lines of a file; consequences only of one without others.
`total`: how many its check has.
*/
WITH affected_urls AS (
    SELECT
        "check",
        MIN(about) AS about,
        CASE WHEN url IS NULL THEN line END AS line_of_file,
        MIN(number) AS number,
        MIN(CASE WHEN observed IS NOT NULL THEN number END) AS observed_number,
        MIN(CASE WHEN fix IS NOT NULL THEN number END) AS fix_number
    FROM reported_findings
    WHERE
        root_id IS NULL
        OR "check" NOT IN (
            SELECT other."check" FROM findings AS other
            WHERE other.root_id IS NULL
        )
    GROUP BY "check", affected, CASE WHEN url IS NULL THEN line END
),

placed AS (
    SELECT
        "check",
        about,
        line_of_file,
        number,
        observed_number,
        fix_number,
        ROW_NUMBER() OVER (PARTITION BY "check" ORDER BY number) AS place,
        COUNT(*) OVER (PARTITION BY "check") AS total
    FROM affected_urls
),

chosen AS (
    SELECT
        "check",
        about,
        line_of_file,
        number,
        observed_number,
        fix_number,
        place,
        total
    FROM placed
    WHERE place <= $rows
)

SELECT
    chosen."check",
    chosen.about,
    chosen.line_of_file,
    of_observed.observed,
    of_fix.fix,
    placed_in.file_place,
    chosen.total
FROM chosen
LEFT JOIN findings AS of_observed ON chosen.observed_number = of_observed.number
LEFT JOIN findings AS of_fix ON chosen.fix_number = of_fix.number
LEFT JOIN reported_findings AS placed_in ON chosen.number = placed_in.number
ORDER BY chosen."check", chosen.place

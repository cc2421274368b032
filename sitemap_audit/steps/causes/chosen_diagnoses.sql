/*
One row per finding that is explained, with its diagnosis: of several the one that explains more
findings.
*/
WITH sizes AS (
    SELECT
        diagnosis,
        subject,
        COUNT(*) AS findings
    FROM diagnosed
    GROUP BY diagnosis, subject
),

placed AS (
    SELECT
        diagnosed.finding_id,
        diagnosed.diagnosis,
        diagnosed.certainty,
        diagnosed."where",
        diagnosed.subject,
        diagnosed.url,
        diagnosed.total,
        diagnosed.statement,
        diagnosed.correction,
        diagnosed.has_advice,
        diagnosed.fix,
        diagnosed.change_url,
        diagnosed."action",
        diagnosed.place,
        diagnosed."from",
        diagnosed."to",
        ROW_NUMBER() OVER (
            PARTITION BY diagnosed.finding_id
            ORDER BY
                sizes.findings DESC, diagnosed.diagnosis ASC, diagnosed.subject ASC,
                diagnosed.fix ASC, diagnosed."to" ASC
        ) AS choice
    FROM diagnosed
    INNER JOIN sizes
        ON diagnosed.diagnosis = sizes.diagnosis AND diagnosed.subject = sizes.subject
)

SELECT
    finding_id,
    CONCAT('d', LEFT(MD5(CONCAT(diagnosis, CHR(10), subject)), 16)) AS diagnosis_id,
    diagnosis,
    certainty,
    "where",
    subject,
    url,
    total,
    statement,
    correction,
    has_advice,
    fix,
    change_url,
    "action",
    place,
    "from",
    "to"
FROM placed
WHERE choice = 1

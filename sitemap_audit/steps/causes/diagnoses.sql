/*
One row per diagnosis of a subject, with its statement.

What the statement counts is counted of the findings that it has at last: `{URLs}`, `{pages}` and
`{share}` stand for it. `urls`: what it is about, each once; `example`: the first of them.
*/
WITH told AS (
    SELECT
        chosen.diagnosis_id,
        MIN(chosen.diagnosis) AS diagnosis,
        MIN(chosen.subject) AS subject,
        MIN(chosen.statement) AS statement,
        MIN(chosen.correction) AS correction,
        MIN(chosen.certainty) AS certainty,
        MIN(chosen."where") AS "where",
        MIN(chosen.total) AS total,
        COUNT(*) AS findings,
        COALESCE(
            NULLIF(COUNT(DISTINCT CASE
                WHEN found.url IS NOT NULL THEN COALESCE(chosen.url, found.url)
            END), 0),
            MAX(chosen.total),
            COUNT(DISTINCT COALESCE(found.url, found.sitemap_url, found.related_url, ''))
        ) AS urls,
        MIN(chosen.url) AS example
    FROM chosen_diagnoses AS chosen
    INNER JOIN findings AS found ON chosen.finding_id = found.finding_id
    GROUP BY chosen.diagnosis_id
)

SELECT
    diagnosis_id,
    diagnosis,
    subject,
    REPLACE(
        REPLACE(
            REPLACE(
                statement,
                '{URLs}',
                CONCAT(FORMAT_NUMBER(urls, 0), CASE WHEN urls = 1 THEN ' URL' ELSE ' URLs' END)
            ),
            '{pages}',
            CONCAT(FORMAT_NUMBER(urls, 0), CASE WHEN urls = 1 THEN ' page' ELSE ' pages' END)
        ),
        '{share}',
        CASE
            WHEN urls < total
                THEN CONCAT(FORMAT_NUMBER(urls, 0), ' of ', FORMAT_NUMBER(total, 0))
            ELSE CONCAT('All ', FORMAT_NUMBER(urls, 0))
        END
    ) AS statement,
    correction,
    certainty,
    "where",
    findings,
    urls,
    example
FROM told

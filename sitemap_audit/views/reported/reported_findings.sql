/*
---
row: finding
rests_on: others
---
One row per finding, as every report tells it: with the title and severity of its check.

`rank`: of the severity, the worst first: 1 error, 2 warning, 3 notice. `about`: the URL, or else
the file. `affected`: what it is counted by: that, or its host. `unit`: what it affects: URL | host |
sitemap | robots.txt file.
`issue`: what has one line in 'Do this first', as in causes: its diagnosis, or its check and kind.
`what_to_do`: the change as a sentence, or else the fix. `root_check`: the check of the finding that
it is a consequence of; NULL if it is none. `file_place`: the file and the line of the fault,
such as public/de/index.html:12; NULL if it was not read from a file. The order of reports is `rank, number`.
*/
SELECT
    finding.number,
    run.severity,
    run.rank,
    run.subject,
    finding."check",
    run.title,
    finding.url,
    finding.sitemap_url,
    finding.related_url,
    finding.line,
    finding.observed,
    finding.expected,
    finding.fix,
    finding.kind,
    finding.pattern,
    finding.cause,
    finding.change_url,
    finding.action,
    finding.place,
    finding."from",
    finding."to",
    finding."change",
    COALESCE(finding."change", finding.fix) AS what_to_do,
    finding.finding_id,
    finding.root_id,
    finding.root_check,
    run_of_root.title AS root_title,
    finding.diagnosis_id,
    COALESCE(finding.url, finding.sitemap_url, finding.related_url, '') AS about,
    CASE finding.unit
        WHEN 'host'
            THEN CONCAT(
                SPLIT_PART(
                    COALESCE(finding.url, finding.sitemap_url, finding.related_url, ''), '/', 1
                ),
                '//',
                SPLIT_PART(
                    COALESCE(finding.url, finding.sitemap_url, finding.related_url, ''), '/', 3
                )
            )
        ELSE COALESCE(finding.url, finding.sitemap_url, finding.related_url, '')
    END AS affected,
    finding.unit,
    finding.file,
    finding.file_line,
    finding.file || COALESCE(':' || CAST(finding.file_line AS VARCHAR), '') AS file_place,
    COALESCE(
        finding.diagnosis_id, CONCAT(finding."check", CHR(10), COALESCE(finding.kind, ''))
    ) AS issue
FROM findings AS finding
INNER JOIN check_runs AS run ON finding."check" = run."check"
LEFT JOIN check_runs AS run_of_root ON finding.root_check = run_of_root."check"

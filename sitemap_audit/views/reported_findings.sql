/*
One row per finding, as every report tells it: with the title and severity of its check.

`rank`: of the severity, the worst first: 1 error, 2 warning, 3 notice. `affected`: what it is
counted by, the URL or else the file. `unit`: what that is: URL | sitemap | robots.txt file.
`what_to_do`: the change as a sentence, or else the fix. `root_check`: the check of the finding that
it is a consequence of; NULL if it is none. The order of reports is `rank, number`.
*/
SELECT
    found.number,
    run.severity,
    run.rank,
    run.subject,
    found."check",
    run.title,
    found.url,
    found.sitemap_url,
    found.related_url,
    found.line,
    found.observed,
    found.expected,
    found.fix,
    found.kind,
    found.pattern,
    found.cause,
    found.change_url,
    found.action,
    found.place,
    found."from",
    found."to",
    found."change",
    COALESCE(found."change", found.fix) AS what_to_do,
    found.finding_id,
    found.root_id,
    found.root_check,
    run_of_root.title AS root_title,
    found.diagnosis_id,
    COALESCE(found.url, found.sitemap_url, found.related_url, '') AS affected,
    CASE
        WHEN run.subject IN ('index', 'sitemap') THEN 'sitemap'
        WHEN found.url IS NULL AND found.sitemap_url IS NOT NULL THEN 'sitemap'
        WHEN found.url LIKE '%/robots.txt' THEN 'robots.txt file'
        ELSE 'URL'
    END AS unit
FROM findings AS found
INNER JOIN check_runs AS run ON found."check" = run."check"
LEFT JOIN check_runs AS run_of_root ON found.root_check = run_of_root."check"
